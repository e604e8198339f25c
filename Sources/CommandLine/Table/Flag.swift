// SPDX-License-Identifier: MIT

/// A flag of the command line: one value for everything that is said about it.
///
/// Parsing, help and error messages are all derived from it.
struct Flag: Sendable {
    /// How a flag is used.
    enum Kind: Sendable {
        /// Is given or not; `--no-` before its name takes it back.
        case toggle(@Sendable (inout Options, Bool) -> Void)
        /// Comes with a value.
        case value(Value)
        /// Is a question about the program, which is answered before anything else is looked at.
        case question(Question)
    }

    /// The value that a flag comes with.
    struct Value: Sendable {
        /// What help calls it.
        let name: String
        /// The values there are; empty when there is no list of them.
        var choices: [String] = []
        /// What it has to be, as the end of the sentence "--flag needs …".
        let need: StaticString
        /// Takes it; false when it is not what it has to be.
        let apply: @Sendable (inout Options, String) -> Bool
    }

    /// A question about the program.
    enum Question: Hashable, Sendable {
        case help
        case version
    }

    /// The name, without the dashes.
    let name: String
    /// The short spelling, without its dash.
    var short: Character?
    /// What it does.
    let summary: StaticString
    /// How it is used.
    let kind: Kind

    /// How help spells it: `--format plain|json`, `-h, --help`.
    var spelling: String {
        let long = short.map { "-\($0), --\(name)" } ?? "--\(name)"
        guard case .value(let value) = kind else { return long }
        return "\(long) \(value.choices.isEmpty ? value.name : value.choices.joined(separator: "|"))"
    }
}
