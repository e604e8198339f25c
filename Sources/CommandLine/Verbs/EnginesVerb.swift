// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// `engines`: the speech engines there are, what they can do, and how to get those that are missing.
@LoopActor
struct EnginesVerb {
    let options: Options
    let hearing: any SpeechHearing
    let console: Console

    func run() async -> ExitCode {
        let engines = await hearing.engines()
        if options.format == .json {
            console.line(JSON.array(engines.map { .object($0, EngineReport.keys) }).text)
        } else {
            console.text(engines.map(\.lines).joined(separator: "\n\n"))
        }
        return engines.contains { $0.obstacle == nil } ? .done : .failed
    }
}

extension EngineReport {
    /// What `engines --json` prints of each, in this order.
    static var keys: [JSONKey<EngineReport>] {
        [
            JSONKey("name", "what it is called in the configuration") { .string($0.name) },
            JSONKey("usable", "whether it can turn speech into text now") { .boolean($0.obstacle == nil) },
            JSONKey("program", "the file of its program; null when it is not there") { $0.program.map { .string($0) } ?? .null },
            JSONKey("models", "the names of its models, the one that is used first") { .array($0.models.map { .string($0) }) },
            JSONKey("languages", "the languages it knows with them") { .array($0.languages.map { .string($0) }) },
            JSONKey("draft", "whether its text is only a stopgap") { .boolean($0.isDraft) },
            JSONKey("obstacle", "why it cannot be used, and what can be done about it; null when it can") { $0.obstacle.map { .string($0) } ?? .null },
        ]
    }

    /// It, for people.
    fileprivate var lines: String {
        var facts = [isDraft ? localized("{name} (for drafts)", ["name": name]) : name]
        if let program { facts.append(localized("  program: {file}", ["file": program])) }
        if !models.isEmpty { facts.append(localized("  models: {names}", ["names": models.joined(separator: ", ")])) }
        if !languages.isEmpty { facts.append(localized("  languages: {tags}", ["tags": languages.joined(separator: " ")])) }
        if let obstacle { facts.append(localized("  cannot be used: {reason}", ["reason": obstacle])) }
        return facts.joined(separator: "\n")
    }
}
