// SPDX-License-Identifier: MIT

import Commanding
import Notifying
import Storage
import Transcription

extension FuzzedReader {
    /// The small files: what a take, its text and the notifications that stand have said of them, and the vocabulary of an engine.
    static let files = FuzzedReader(name: "files") { input in
        readTake(input)
        readDetails(input)
        let text = String(decoding: input, as: UTF8.self)
        insist(KeyValueLines.unescape(KeyValueLines.escape(text)) == text, "an escaped text is another one")
        let pairs = KeyValueLines.pairs(of: KeyValueLines.format([("title", text), ("saved", "")]))
        insist(pairs.map(\.key) == ["title", "saved"] && pairs.map(\.value) == [text, ""], "a stored text is another one")
        let path = ScratchFile.write(input)
        let records = NotificationRecordFile.read(path)
        if !records.isEmpty {
            NotificationRecordFile.write(records, to: path)
            insist(NotificationRecordFile.read(path) == records, "stored records are others")
        }
        if let lines = MoonshineTokens.text(of: input) {
            insist(lines.count { $0 == UInt8(ascii: "\n") } <= input.count && lines.last ?? UInt8(ascii: "\n") == UInt8(ascii: "\n"), "the vocabulary is no list of lines")
        }
    }

    private static func readTake(_ input: [UInt8]) {
        let fallback = TakeMetadata(started: WallTime(microseconds: 0), secondsFromUTC: 0)
        let take = TakeMetadata(parsing: input, fallback: fallback)
        insist(take.name.utf8.count == 19 && !take.name.contains("/") && !take.name.hasPrefix("."), "“\(take.name)” is no name of a file")
        insist(LanguageTag.normalized(take.locale) == take.locale && take.duration >= .zero, "\(take) is no take")
        insist(TakeMetadata(parsing: KeyValueLines.format(take.pairs), fallback: fallback) == take, "a stored take is another one")
    }

    private static func readDetails(_ input: [UInt8]) {
        let transcript = Transcript(text: "", details: KeyValueLines.pairs(of: input))
        let stored = KeyValueLines.format(transcript.details)
        insist(Transcript(text: "", details: KeyValueLines.pairs(of: stored)) == transcript, "stored details are others")
    }
}
