// SPDX-License-Identifier: MIT

/// What a recorder is started with.
///
/// `tallylight` takes these flags too and hands them on: ``spelling`` is what ``parse(_:)`` understands.
public struct RecorderArguments: Hashable, Sendable {
    /// The microphone, by the sound server's name; nil for the configured one.
    public var device: String?
    /// The language that is spoken, a well-formed BCP 47 tag; nil for the configured one.
    public var language: String?
    /// The speech engine by name; nil for the configured one.
    public var engine: String?
    /// Whether the panel is shown on this terminal.
    public var terminal = false

    /// Everything as configured.
    public init() {}

    /// The arguments as words of a command line.
    var spelling: [String] {
        var words: [String] = []
        // With "=", a value may begin with a dash.
        if let device { words.append("--device=\(device)") }
        if let language { words.append("--language=\(language)") }
        if let engine { words.append("--engine=\(engine)") }
        if terminal { words.append("--terminal") }
        return words
    }

    /// What the recorder's command line asks for.
    public enum Request: Sendable {
        /// To run, with these arguments.
        case run(RecorderArguments)
        /// To do something with the speech engines instead.
        case hear(SpeechErrand)
        /// Nothing more: what was asked is answered, or what is wrong is said; end with this code.
        case answered(ExitCode)
    }

    /// Understands the command line of `tallylight-recorder`, without the program's name.
    ///
    /// Help, the version and errors are printed here.
    public static func parse(_ arguments: [String]) -> Request {
        switch CommandLineRequest.parse(arguments, for: .recorder) {
        case .run(let verb, let options):
            if case .hear(let body) = verb.action { .hear(SpeechErrand(options: options, body: body)) } else { .run(options.recorder) }
        case .answer(let text): .answered(CommandLineRequest.print(text))
        case .refuse(let error): .answered(CommandLineRequest.refuse(error))
        }
    }
}
