// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Localization
internal import SoundFiles

/// What can go wrong on the way from sound to text, in sentences for people.
extension RecordingError {
    // MARK: No engine

    static func noEngine(_ fixes: [String]) -> RecordingError {
        RecordingError(.modelUnavailable, kept(([localized("No speech engine is installed.")] + fixes).joined(separator: " ")))
    }

    static func noEngine(forLanguage locale: String) -> RecordingError {
        RecordingError(
            .modelUnavailable,
            kept(
                localized(
                    "No speech engine here understands the language “{language}”. If another one is spoken, “tallylight language en --session SESSION” says so; set “language” in the configuration for takes to come.",
                    ["language": locale])))
    }

    static func unknownEngine(_ name: String, among names: [String]) -> RecordingError {
        RecordingError(
            .modelUnavailable,
            kept(
                localized(
                    "There is no speech engine called “{name}”. Set “engine” in the configuration to one of: {names}.",
                    ["name": name, "names": (["auto"] + names).joined(separator: ", ")])))
    }

    static func damaged(_ fault: String) -> RecordingError { RecordingError(.modelUnavailable, kept(fault)) }

    static func notStarted(_ engine: String, _ executable: String, code: Int32) -> RecordingError {
        let reason =
            code == ENOEXEC
            ? localized("it is not a program for this machine") : String(cString: strerror(code))
        return RecordingError(
            .modelUnavailable,
            kept(
                localized(
                    "The speech engine {engine} could not be started from {file}: {reason}. Install it again.",
                    ["engine": engine, "file": executable, "reason": reason])))
    }

    // MARK: A run that failed

    static func crashed(_ engine: String, signal: Int32, lastWords: String?) -> RecordingError {
        failed(localized("The speech engine {engine} was ended by {signal}", ["engine": engine, "signal": SignalName.describe(signal)]), lastWords)
    }

    static func ended(_ engine: String, code: Int32, lastWords: String?) -> RecordingError {
        failed(localized("The speech engine {engine} failed with exit code {code}", ["engine": engine, "code": "\(code)"]), lastWords)
    }

    static func unfinished(_ engine: String, lastWords: String?) -> RecordingError {
        failed(localized("The speech engine {engine} ended without a result", ["engine": engine]), lastWords)
    }

    static func stuck(_ engine: String, after limit: Duration) -> RecordingError {
        let seconds = "\(limit.components.seconds)"
        return failed(localized("The speech engine {engine} got no further for {seconds} seconds and was ended", ["engine": engine, "seconds": seconds]), nil)
    }

    static func flooded(_ engine: String) -> RecordingError {
        failed(localized("The speech engine {engine} printed more than any text can be long, and was ended", ["engine": engine]), nil)
    }

    /// The same, with where the model is: what is damaged in the middle of a file shows only in the engine's failure.
    func suspecting(_ installation: EngineInstallation) -> RecordingError {
        guard let file = installation.files.values.map(\.path).min() else { return self }
        return RecordingError(name, localized("{error} If that happens with every take, the model may be corrupt: {file}.", ["error": message, "file": file]))
    }

    private static func failed(_ what: String, _ lastWords: String?) -> RecordingError {
        let sentence = lastWords.map { localized("{what}: {words}.", ["what": what, "words": $0]) } ?? localized("{what}.", ["what": what])
        return RecordingError(.transcriptionFailed, kept(sentence))
    }

    // MARK: The audio and the disk

    static func audio(_ error: SoundFileError, in folder: String) -> RecordingError {
        switch error {
        case .cancelled: .processingCancelled
        case .noSpace: .noScratchSpace(folder)
        default:
            RecordingError(
                .transcriptionFailed, localized("The recording could not be read: {reason} It is left as it is.", ["reason": error.description]))
        }
    }

    static func noScratchSpace(_ folder: String) -> RecordingError {
        RecordingError(
            .noSpace, kept(localized("The disk is full: turning the recording into text needs some space in {folder}. Free some.", ["folder": folder])))
    }

    static func noScratchFolder(_ folders: [String], code: Int32) -> RecordingError {
        RecordingError(
            .storageFailed,
            kept(
                localized(
                    "No folder could be made in {folders}: {reason}.", ["folders": folders.joined(separator: ", "), "reason": String(cString: strerror(code))])))
    }

    static var processingCancelled: RecordingError { RecordingError(.cancelled, localized("The processing was cancelled.")) }

    private static func kept(_ sentences: String) -> String {
        localized("{sentences} The recording is kept and can be processed again.", ["sentences": sentences])
    }
}
