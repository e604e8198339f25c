// SPDX-License-Identifier: MIT

/// What came of asking the bus to start a recorder.
public enum Activation: Hashable, Sendable {
    /// The bus has started one, and it owns its name.
    case started
    /// One was running already.
    case alreadyRunning
    /// The bus knows of no program that would be a recorder: none is installed.
    case notInstalled
}
