// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus

extension TakeResult {
    /// The result as `LastResult` and `Finished` carry it.
    var options: [String: Value] {
        var options: [String: Value] = [
            "session": .string(session.rawValue), "outcome": .string(outcome.rawValue), "duration_usec": .uint64(duration.unsignedMicroseconds),
        ]
        if !audioPath.isEmpty { options["audio_uri"] = .string(FileURI.encode(audioPath)) }
        if !transcriptPath.isEmpty { options["transcript_uri"] = .string(FileURI.encode(transcriptPath)) }
        if let error {
            options["error_name"] = .string(error.busName.text)
            options["error_message"] = .string(error.message)
        }
        return options
    }

    /// The result in `options`; nil when there is none, or none this program understands.
    init?(options: [String: Value]) {
        guard let session = options["session"]?.text, let outcome = options["outcome"]?.text.flatMap(RecordingOutcome.init) else { return nil }
        self.init(session: SessionID(rawValue: session), outcome: outcome)
        audioPath = options["audio_uri"]?.text.flatMap(FileURI.decode) ?? ""
        transcriptPath = options["transcript_uri"]?.text.flatMap(FileURI.decode) ?? ""
        if case .uint64(let microseconds) = options["duration_usec"] { duration = Duration(unsignedMicroseconds: microseconds) }
        if let name = options["error_name"]?.text { error = RecordingError(busName: name, message: options["error_message"]?.text ?? "") }
    }
}
