// SPDX-License-Identifier: MIT

public import Commanding
internal import Localization

/// The one place where errors become exit codes.
extension ExitCode {
    /// The code for an error of the recorder, or of reaching it.
    public init(_ error: RecordingError) {
        switch error.name {
        case .invalidState, .staleSession: self = .refused
        case .invalidArguments: self = .usage
        case .notRunning: self = .notRunning
        case .notAnswering: self = .notAnswering
        case .noInputDevice, .permissionDenied, .deviceBusy, .inputLost, .noSpace, .storageFailed, .modelUnavailable, .transcriptionFailed, .notFound, .cancelled, .noBus:
            self = .failed
        }
    }

    /// The code for the end of a processing that was waited for.
    public init(_ outcome: RecordingOutcome) {
        switch outcome {
        case .transcribed, .noSpeech: self = .done
        case .failed: self = .failed
        case .discarded: self = .refused
        }
    }

    /// Each code with what it says, as help lists them.
    static var meanings: [(code: String, meaning: String)] {
        [
            ("\(done.rawValue)", localized("done")),
            ("\(failed.rawValue)", localized("failed; also when there is no session bus")),
            ("\(usage.rawValue)", localized("the command line has no meaning")),
            ("\(refused.rawValue)", localized("refused: wrong state, stale session, or a second recorder")),
            ("\(notRunning.rawValue)", localized("no recorder is running")),
            ("\(notAnswering.rawValue)", localized("a recorder is running but does not answer")),
            ("128+n", localized("ended by signal n")),
        ]
    }
}
