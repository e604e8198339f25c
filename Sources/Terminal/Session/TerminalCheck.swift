// SPDX-License-Identifier: MIT

internal import Glibc
internal import Localization

/// Whether a panel can be shown at all.
public enum TerminalCheck {
    /// Why no panel can be shown on these descriptors, as one sentence; nil when it can.
    ///
    /// - Parameters:
    ///   - input: where keys come from; may be closed.
    ///   - output: where the panel is drawn; may be closed.
    ///   - type: the value of `TERM`, empty when it is unset.
    public static func problem(input: Int32 = 0, output: Int32 = 1, type: String = terminalType) -> String? {
        if isatty(input) == 0 {
            return localized("Standard input is not a terminal, so no panel can be shown. “tallylight status” and the other commands need none.")
        }
        if isatty(output) == 0 {
            return localized("Standard output is not a terminal, so no panel can be shown. “tallylight status” and the other commands need none.")
        }
        if type.isEmpty {
            return localized("TERM is not set, so nobody knows what this terminal can do. Set it, or use “tallylight status” and the other commands.")
        }
        if type == "dumb" {
            return localized("This terminal can show no panel (TERM is “dumb”). “tallylight status” and the other commands work in it.")
        }
        return nil
    }

    /// What `TERM` says.
    public static var terminalType: String { getenv("TERM").map { String(cString: $0) } ?? "" }
}
