// SPDX-License-Identifier: MIT

internal import Commanding

/// The verbs that are commands of the recorder.
extension Verb {
    static let toggle = command(
        .toggle, flags: [.session, .json], synonyms: ["record", "rec", "run"],
        summary: "Start, pause or resume: the main button.",
        details: "Starts a recorder first where none is running, so that one key is enough.")

    static let process = command(
        .process, flags: [.session, .wait, .json], synonyms: ["text-of"],
        summary: "End the paused take and turn it into text.",
        details: """
            A take that was kept, after a failure or when it was recovered, is processed by its session. \
            With --wait the text goes to standard output; nothing and exit code 0 when nobody spoke, 1 when it failed, 3 when it was discarded.
            """)

    static let discard = command(
        .discard, flags: [.session, .json], synonyms: ["cancel", "delete", "remove", "rm"],
        summary: "Throw the paused take away, or cancel the processing.",
        details: "Asks nothing: “tallylight recover” brings the take back, for 10 minutes unless the configuration says otherwise. A kept take is discarded by its session.")

    static let start = command(
        .start, flags: [.session, .json], synonyms: ["begin"],
        summary: "Start a take; nothing changes while one is recording.",
        details: "Starts a recorder first where none is running. For a key that records while it is held down: start when it is pressed, finish when it is released.")

    static let pause = command(
        .pause, flags: [.session, .json], synonyms: ["hold"],
        summary: "Pause the take; nothing changes while it is paused.",
        details: "A pause that the system made becomes yours: the take does not go on by itself any more.")

    static let resume = command(
        .resume, flags: [.session, .json], synonyms: ["continue", "unpause"],
        summary: "Resume the paused take; nothing changes while it is recording.")

    static let finish = command(
        .finish, flags: [.session, .wait, .json], synonyms: ["stop", "end", "done", "save"],
        summary: "End the take, recording or paused, and turn it into text.",
        details: """
            With --wait the text goes to standard output; nothing and exit code 0 when nobody spoke, 1 when it failed, 3 when it was discarded. \
            With the session of the take that was finished last, it is done already.
            """)

    private static func command(
        _ command: RecordingCommand, flags: [Flag], synonyms: [String], summary: StaticString, details: StaticString = ""
    ) -> Verb {
        Verb(
            name: command.rawValue, flags: flags, synonyms: synonyms, summary: summary, details: details,
            json: [.sameAs("status")] + (flags.contains { $0.name == Flag.wait.name } ? [.finishedTake] : []),
            action: .ask { options, context async throws(RecordingError) in try await CommandVerb(command: command, options: options, context: context).run() })
    }
}
