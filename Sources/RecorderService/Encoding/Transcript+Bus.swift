// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus

extension Transcript {
    /// What `GetTranscript` answers beside the text.
    var details: Value {
        let segments = segments.map {
            Value.structure([.uint64($0.start.unsignedMicroseconds), .uint64($0.end.unsignedMicroseconds), .string($0.text)])
        }
        return .options([
            "session": .string(session.rawValue), "title": .string(title), "engine": .string(engine), "model": .string(model), "language": .string(language), "draft": .boolean(isDraft),
            "segments": .array(of: "(tts)", segments),
        ])
    }

    /// The text with the details that came along; what is missing in them stays empty.
    init(text: String, details: [String: Value]) {
        self.init(
            text: text, segments: (details["segments"]?.elements ?? []).compactMap(Segment.init), engine: details["engine"]?.text ?? "",
            model: details["model"]?.text ?? "", language: details["language"]?.text ?? "", isDraft: details["draft"]?.boolean ?? false)
        session = SessionID(rawValue: details["session"]?.text ?? "")
        title = details["title"]?.text ?? ""
    }
}

extension Transcript.Segment {
    /// A stretch as `(tts)`.
    fileprivate init?(_ value: Value) {
        guard case .structure(let members) = value, members.count == 3, case .uint64(let start) = members[0], case .uint64(let end) = members[1],
            let text = members[2].text
        else { return nil }
        self.init(start: Duration(unsignedMicroseconds: start), end: Duration(unsignedMicroseconds: end), text: text)
    }
}
