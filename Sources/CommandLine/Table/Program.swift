// SPDX-License-Identifier: MIT

/// A program and all it understands.
struct Program: Sendable {
    /// The name people type.
    let name: String
    /// What it does without a verb.
    let main: Verb
    /// Its verbs, in the order of help.
    let verbs: [Verb]

    /// `tallylight`.
    static let client: Program = Program(
        name: "tallylight", main: .panel,
        verbs: [
            .toggle, .process, .discard, .start, .pause, .resume, .finish, .status, .watch, .transcript, .title, .language, .recover, .quit, .engines, .transcribe, .indicator, .serve,
            .installExtension,
            .help, .version,
        ])

    /// `tallylight-recorder`.
    static let recorder: Program = Program(name: "tallylight-recorder", main: .recorder, verbs: [.engines, .transcribe])

    /// The verb of that name.
    func verb(_ name: String) -> Verb? { verbs.first { $0.name == name } }

    /// Every flag any verb takes, each once.
    var flags: [Flag] {
        ([main] + verbs).flatMap(\.flags).reduce(into: Flag.everywhere) { flags, flag in
            if !flags.contains(where: { $0.name == flag.name }) { flags.append(flag) }
        }
    }

    /// How help refers to a verb.
    func call(_ verb: Verb) -> String { verb.name.isEmpty ? name : "\(name) \(verb.name)" }
}
