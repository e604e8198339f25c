// SPDX-License-Identifier: MIT

public import Commanding

/// What happens to the installation of a speech engine.
public enum PreinstallEvent: Hashable, Sendable {
    /// It has begun.
    case started(engine: String)
    /// This much has arrived, 0 to 1.
    case progressed(Double)
    /// The engine is ready.
    case finished
    /// It was cancelled.
    case cancelled
    /// It failed.
    case failed(RecordingError)
}
