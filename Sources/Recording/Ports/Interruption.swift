// SPDX-License-Identifier: MIT

/// Why the system took the microphone away.
public enum Interruption: String, Hashable, Sendable, CaseIterable {
    /// The microphone was unplugged, or its source removed.
    case sourceGone
    /// The user ended the stream in the mixer.
    case killed
    /// The server suspended the source.
    case sourceSuspended
    /// The sound server is gone.
    case serverGone
    /// No frames for a while, and nobody said why.
    case stalled
    /// The machine goes to sleep.
    case suspended

    /// Whether the take may go on by itself when the microphone is back: what the user or the machine's sleep ended stays ended.
    public var mayResume: Bool { self != .killed && self != .suspended }
}
