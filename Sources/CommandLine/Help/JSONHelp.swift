// SPDX-License-Identifier: MIT

internal import Commanding

/// What help says about the JSON a verb prints.
enum JSONHelp: Sendable {
    /// The same as another verb's.
    case sameAs(String)
    /// An object under a heading, with these keys and their meanings.
    case object(StaticString, @Sendable () -> [(name: String, meaning: StaticString)])

    static let activity = object("JSON, on one line:", Snapshot.keys)
    static let lastResult = object("Its last_result:", TakeResult.keys)
    static let finishedTake = object("JSON with --wait, on one line:", FinishedTake.keys)
    static let transcript = object("JSON, on one line:", NamedTranscript.keys)
    static let engines = object("JSON, an array on one line, with for each engine:", EngineReport.keys)
    static let takes = object("JSON with --list, an array on one line, with for each take:", ListedTake.keys)

    private static func object<Subject>(_ heading: StaticString, _ keys: @autoclosure @escaping @Sendable () -> [JSONKey<Subject>]) -> JSONHelp {
        .object(heading) { keys().map { ($0.name, $0.meaning) } }
    }
}
