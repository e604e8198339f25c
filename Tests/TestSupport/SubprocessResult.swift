// SPDX-License-Identifier: MIT

/// How a child ended and what it had written by then.
public struct SubprocessResult: Hashable, Sendable {
    /// How a child ended.
    public enum Ending: Hashable, Sendable {
        /// By itself, with this code.
        case exited(Int32)
        /// By this signal.
        case signalled(Int32)

        init(waitStatus status: Int32) {
            let signal = status & 0x7f
            self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
        }
    }

    /// How it ended.
    public var ending: Ending
    /// What it wrote to standard output.
    public var outputBytes: [UInt8]
    /// What it wrote to standard error.
    public var errorBytes: [UInt8]

    /// The exit code as a shell gives it: 128 and the signal's number when it was killed.
    public var code: Int32 {
        switch ending {
        case .exited(let code): code
        case .signalled(let signal): 128 + signal
        }
    }

    /// ``outputBytes`` as text, damaged parts repaired.
    public var output: String { String(decoding: outputBytes, as: UTF8.self) }
    /// ``errorBytes`` as text, damaged parts repaired.
    public var errors: String { String(decoding: errorBytes, as: UTF8.self) }
    /// The lines of ``output``, without an empty last one.
    public var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast(output.hasSuffix("\n") || output.isEmpty ? 1 : 0).map(String.init) }
}
