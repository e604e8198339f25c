// SPDX-License-Identifier: MIT

/// What a program of ours tells its caller by its exit code.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
    /// The number the shell sees.
    public let rawValue: Int32

    /// Takes any number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// What was asked for is done.
    public static let done = ExitCode(rawValue: 0)
    /// It failed, or there is no bus.
    public static let failed = ExitCode(rawValue: 1)
    /// The command line has no meaning.
    public static let usage = ExitCode(rawValue: 2)
    /// The recorder refused: wrong state, stale session, or a second recorder.
    public static let refused = ExitCode(rawValue: 3)
    /// No recorder is running.
    public static let notRunning = ExitCode(rawValue: 4)
    /// A recorder is running, but does not answer.
    public static let notAnswering = ExitCode(rawValue: 5)

    /// Ended by a signal, spelled as a shell spells it.
    public static func signal(_ number: Int32) -> ExitCode { ExitCode(rawValue: 128 + number) }
}
