// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import Localization

extension BusError {
    /// What a call that failed with `error` is answered with.
    init(answering error: RecordingError) { self = .remote(name: error.busName, message: error.message) }
}

extension RecordingError {
    /// The error's name on the bus.
    var busName: ErrorName {
        switch name {
        case .invalidArguments: .invalidArgs
        // Said by clients of themselves; a recorder that meant one of them would have no better name.
        case .notRunning, .notAnswering, .noBus: .failed
        default: ErrorName(RecorderNames.errorPrefix + name.rawValue) ?? .failed
        }
    }

    /// The error that `busName` stands for; nil when it is none of the recorder's.
    init?(busName: String, message: String) {
        guard busName != ErrorName.invalidArgs.text else {
            self.init(.invalidArguments, message)
            return
        }
        guard busName.hasPrefix(RecorderNames.errorPrefix), let name = Name(rawValue: String(busName.dropFirst(RecorderNames.errorPrefix.count))) else { return nil }
        self.init(name, message)
    }

    /// What a failed call to the recorder means to those who made it.
    init(_ error: BusError) {
        switch error {
        case .remote(.serviceUnknown, _), .remote(.nameHasNoOwner, _):
            self = .notRunning
        case .remote(.noReply, _):
            // The bus says so, at once, when the recorder leaves without an answer.
            self = RecordingError(.notRunning, localized("The recorder has ended without an answer. Start it again with “tallylight”."))
        case .remote(let name, let message):
            self =
                RecordingError(busName: name.text, message: message)
                ?? RecordingError(.notAnswering, localized("The recorder could not be asked: {reason}", ["reason": error.description]))
        case .timedOut, .overflowed:
            self = RecordingError(
                .notAnswering, localized("A recorder is running, but it does not answer; it may still carry the command out. If that lasts, end the program “tallylight-recorder” and start it again."))
        case .disconnected:
            self = RecordingError(.noBus, localized("The connection to the session bus was lost. Try again."))
        case .noBus(let reason):
            self = RecordingError(.noBus, reason)
        case .cancelled:
            self = RecordingError(.cancelled, localized("The command was cancelled before it was answered."))
        case .invalid(let reason):
            self = RecordingError(.notAnswering, reason)
        }
    }

    /// Nobody owns the recorder's name.
    static var notRunning: RecordingError {
        RecordingError(.notRunning, localized("No recorder is running. Start one with “tallylight”, or start a recording with “tallylight toggle”."))
    }

    /// The recorder speaks of things this program has no words for.
    static var notUnderstood: RecordingError {
        RecordingError(.notAnswering, localized("The recorder answered something this program does not understand. Both must be of the same version."))
    }
}
