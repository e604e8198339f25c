// SPDX-License-Identifier: MIT

internal import CPulse
internal import Commanding
internal import Localization
internal import SoundFiles

/// What can keep us from recording, in sentences that say what to do.
extension RecordingError {
    static func noServer(_ reason: String) -> RecordingError {
        RecordingError(
            .noInputDevice, localized("The sound server can't be reached ({reason}). Start PipeWire or PulseAudio, then record again.", ["reason": reason]))
    }

    static var serverSilent: RecordingError { noServer(localized("it does not answer")) }

    static var noSource: RecordingError {
        RecordingError(.noInputDevice, localized("There is no microphone. Plug one in, then record again. “pactl list short sources” shows what the sound server knows."))
    }

    static func noSource(named device: String) -> RecordingError {
        RecordingError(
            .noInputDevice,
            localized("There is no microphone “{device}”. Choose one by a name that “pactl list short sources” shows, or plug it in.", ["device": device]))
    }

    static func monitor(_ source: PulseSource) -> RecordingError {
        RecordingError(
            .noInputDevice,
            localized(
                "“{description}” is no microphone: it records what the computer plays. Plug a microphone in, or choose this source by its name, {name}, if it is meant.",
                ["description": source.description, "name": source.name]))
    }

    static func wrongSource(_ source: PulseSource) -> RecordingError {
        RecordingError(
            .noInputDevice,
            localized("The sound server did not give us “{description}” but another source, so nothing was recorded. Check that it is plugged in.", ["description": source.description]))
    }

    static func noFrames(_ source: String) -> RecordingError {
        RecordingError(
            .inputLost,
            localized("The microphone “{source}” delivers no sound. Check that it is switched on and not suspended, or choose another one.", ["source": source]))
    }

    static var noTake: RecordingError { RecordingError(.invalidState, localized("No recording is open.")) }

    static var alreadyOpen: RecordingError { RecordingError(.invalidState, localized("A recording is open already. Finish or discard it first.")) }

    /// The error that goes with an error number of libpulse, met when `source` was to be opened.
    init(pulse code: Int32, source: String = "") {
        let reason = String(cString: pa_strerror(code))
        switch UInt32(bitPattern: code) {
        case PA_ERR_ACCESS.rawValue, PA_ERR_AUTHKEY.rawValue:
            self.init(.permissionDenied, localized("The sound server does not let us record. Allow the use of the microphone in the system's privacy settings, then record again."))
        case PA_ERR_BUSY.rawValue:
            self.init(
                .deviceBusy, localized("The microphone “{source}” is in use by a program that does not share it. Close that program, then record again.", ["source": source]))
        case PA_ERR_NOENTITY.rawValue:
            self = source.isEmpty ? .noSource : .noSource(named: source)
        case _ where source.isEmpty:
            self = .noServer(reason)
        default:
            self.init(
                .noInputDevice, localized("The microphone “{source}” can't be opened ({reason}). Plug it in anew or choose another one.", ["source": source, "reason": reason]))
        }
    }

    /// The error that goes with what went wrong at a file.
    init(_ error: SoundFileError) {
        switch error {
        case .noSpace(let path):
            self.init(.noSpace, localized("The disk is full, and {path} can take no more sound. What it holds is safe. Free some space.", ["path": path]))
        case .removed(let path):
            self.init(.storageFailed, localized("{path} was deleted while it was being recorded, so the recording was stopped.", ["path": path]))
        case .system(let path, let code):
            self.init(
                .storageFailed,
                localized("{path} can't be written ({reason}). Check that its folder exists and is yours.", ["path": path, "reason": SoundFileError.reason(of: code)]))
        case .unreadable(let path, let reason), .unwritable(let path, let reason):
            self.init(.storageFailed, localized("{path} can't be written ({reason}).", ["path": path, "reason": reason]))
        case .tooLong(let path):
            self.init(.storageFailed, localized("{path} has reached the greatest length a file of its kind can have.", ["path": path]))
        case .cancelled:
            self.init(.cancelled, localized("The work on the sound was cancelled."))
        }
    }

    static func diskSilent(_ path: String) -> RecordingError {
        RecordingError(.storageFailed, localized("The disk does not answer, so {path} can take no more sound. What was written before is safe.", ["path": path]))
    }
}
