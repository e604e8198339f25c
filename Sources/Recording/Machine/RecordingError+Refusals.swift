// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// The refusals of the machine, as sentences.
extension RecordingError {
    static var ending: RecordingError {
        RecordingError(.cancelled, localized("The recorder is ending. Start it again to record."))
    }

    static func quitRefused(in state: RecordingState) -> RecordingError {
        let message =
            state == .processing
            ? localized("The last recording is being turned into text. Wait for it, discard it, or quit by force: then its audio is saved.")
            : localized("A take is open. Finish or discard it first, or quit by force: then its audio is saved.")
        return RecordingError(.invalidState, message)
    }

    static var interrupted: RecordingError {
        RecordingError(.cancelled, localized("The recorder was ended before the recording was turned into text. The audio is saved, and can be processed when the recorder runs again."))
    }

    static var audioIsGone: RecordingError {
        RecordingError(.notFound, localized("The audio of this take is gone from the disk."))
    }

    static var stale: RecordingError {
        RecordingError(.staleSession, localized("That take is over, or there never was one of that name. Nothing was changed."))
    }

    static var takeIsOpen: RecordingError {
        RecordingError(.staleSession, localized("A take is open meanwhile. Nothing was changed."))
    }

    static var busy: RecordingError {
        RecordingError(.invalidState, localized("Another take is open. Finish or discard it first."))
    }

    static func keptOnly(_ command: RecordingCommand) -> RecordingError {
        RecordingError(.invalidState, localized("That take is over and kept. It can only be processed or discarded; “{command}” is for a running one.", ["command": command.rawValue]))
    }

    static func refused(_ command: RecordingCommand, in state: RecordingState) -> RecordingError {
        let message =
            switch (command, state) {
            case (_, .notRecording): localized("Nothing is being recorded. Start a recording first.")
            case (.process, .recording): localized("The recording is running. Pause it first, then process it; “finish” does both.")
            case (.discard, .recording): localized("The recording is running. Pause it first, then discard it.")
            case (_, .recording): localized("The recording is running already.")
            case (_, .paused): localized("A recording is paused. Resume, process or discard it.")
            case (_, .processing): localized("The last recording is being turned into text. Wait for it, or discard it.")
            }
        return RecordingError(.invalidState, message)
    }
}
