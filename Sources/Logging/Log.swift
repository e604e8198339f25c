// SPDX-License-Identifier: MIT

internal import Glibc

/// The log: one line per fact, on standard error.
///
/// In the journal a line starts with its level as `<N>`, which the journal takes out; elsewhere with the program's name, so that it reads well in a terminal.
///
/// What is logged is what a person can't see elsewhere, and what helps to find a fault: what was lost and found, retried, put in order and left out. What was said into a microphone is
/// never logged, at no level.
public struct Log: Sendable {
    /// How much a line matters; the numbers are syslog's.
    public enum Level: Int, Sendable, Comparable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        /// Whether `left` matters more than `right`.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// The least that is written; `TALLYLIGHT_LOG` (`error`, `warning`, `notice`, `info` or `debug`) sets it, `notice` when it is unset.
    public static let threshold: Level = {
        switch getenv("TALLYLIGHT_LOG").map({ String(cString: $0) }) {
        case "error": .error
        case "warning": .warning
        case "info": .info
        case "debug": .debug
        default: .notice
        }
    }()

    /// What is wrong with `TALLYLIGHT_LOG`, as a sentence for the log; nil when it is unset, or says something.
    public static let problem: String? = {
        guard let word = getenv("TALLYLIGHT_LOG").map({ String(cString: $0) }), !word.isEmpty else { return nil }
        guard !["error", "warning", "notice", "info", "debug"].contains(word) else { return nil }
        return "TALLYLIGHT_LOG is “\(word)”, which is none of error, warning, notice, info and debug; notice is taken"
    }()

    private let category: String

    /// A log whose lines carry `category`, the part of the program they come from.
    public init(_ category: String) { self.category = category }

    /// Something failed and a person loses by it.
    public func error(_ message: @autoclosure () -> String) { write(.error, message) }
    /// Something is not as it should be, and is being dealt with.
    public func warning(_ message: @autoclosure () -> String) { write(.warning, message) }
    /// Something a person may want to know of.
    public func notice(_ message: @autoclosure () -> String) { write(.notice, message) }
    /// A fact of normal operation.
    public func info(_ message: @autoclosure () -> String) { write(.info, message) }
    /// A detail for those who look for a fault.
    public func debug(_ message: @autoclosure () -> String) { write(.debug, message) }

    private func write(_ level: Level, _ message: () -> String) {
        guard level <= Self.threshold else { return }
        LogOutput.write(level, category, message())
    }
}
