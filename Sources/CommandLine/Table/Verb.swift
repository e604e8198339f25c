// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// A verb of the command line: one value for everything that is said about it.
///
/// Parsing, help and error messages are all derived from it.
struct Verb: Sendable {
    /// What a verb takes beside its flags.
    enum Operand: Hashable, Sendable {
        case none
        case optional(String)
        case required(String)
    }

    /// What a verb does.
    enum Action: Sendable {
        /// Answers without a recorder.
        case answer(@Sendable (Options) throws(UsageError) -> String)
        /// Asks something of the recorder.
        case ask(@Sendable @LoopActor (Options, VerbContext) async throws(RecordingError) -> ExitCode)
        /// Does something of its own, whether a recorder runs or not.
        case perform(@Sendable @LoopActor (Options, Console) async throws(RecordingError) -> ExitCode)
        /// Prints what the recorder does as long as somebody reads; for a bar, recorders come and go meanwhile.
        case watch
        /// Opens the panel, here or in the recorder.
        case openPanel
        /// Does something with the speech engines, in the recorder's program, which has them.
        case hear(@Sendable @LoopActor (Options, any SpeechHearing, Console) async throws(RecordingError) -> ExitCode)
        /// Becomes the recorder.
        case becomeRecorder
    }

    /// The name; empty for what the program does without a verb.
    let name: String
    /// What it takes beside its flags.
    var operand = Operand.none
    /// The flags it takes, beside ``Flag/everywhere``.
    var flags: [Flag] = []
    /// Words people use for it; they are not understood, but lead to it.
    var synonyms: [String] = []
    /// What it does, in one line.
    let summary: StaticString
    /// What more there is to say.
    var details: StaticString = ""
    /// What help says about the JSON it prints.
    var json: [JSONHelp] = []
    /// What it does.
    let action: Action

    /// The flag of that name that the verb takes; nil when it takes none.
    func flag(_ name: String) -> Flag? {
        (flags + Flag.everywhere).first { $0.name == name }
    }
}
