// SPDX-License-Identifier: MIT

internal import Glibc
internal import Localization

/// Signals that end programs, as people can make sense of them.
enum SignalName {
    /// The signal's name and number, and what it means when that helps.
    static func describe(_ signal: Int32) -> String {
        let (name, meaning) = known[signal] ?? ("", nil)
        let title = name.isEmpty ? localized("signal {number}", ["number": "\(signal)"]) : localized("signal {number}, {name}", ["number": "\(signal)", "name": name])
        return meaning.map { localized("{signal} ({meaning})", ["signal": title, "meaning": localized($0)]) } ?? title
    }

    private static let known: [Int32: (String, StaticString?)] = [
        SIGHUP: ("SIGHUP", nil), SIGINT: ("SIGINT", nil), SIGQUIT: ("SIGQUIT", nil), SIGPIPE: ("SIGPIPE", nil), SIGTERM: ("SIGTERM", nil),
        SIGILL: ("SIGILL", "this processor lacks something the engine needs"), SIGABRT: ("SIGABRT", nil), SIGBUS: ("SIGBUS", nil), SIGFPE: ("SIGFPE", nil),
        SIGKILL: ("SIGKILL", "the memory may have run out"), SIGSEGV: ("SIGSEGV", nil), SIGXCPU: ("SIGXCPU", nil), SIGSYS: ("SIGSYS", nil),
    ]
}
