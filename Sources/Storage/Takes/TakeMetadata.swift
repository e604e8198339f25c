// SPDX-License-Identifier: MIT

internal import Commanding

/// What a take's folder says of it, in its file `take` of `key = value` lines.
///
/// | key | value |
/// |---|---|
/// | `started` | the start in microseconds since 1970-01-01 UTC |
/// | `name` | the name its files will have, the start in local time: fixed at the start, for by the end the zone may be another |
/// | `locale` | the language spoken, a BCP 47 tag |
/// | `title` | what the user calls it |
/// | `duration` | the length of the audio in microseconds, 0 while it is unknown |
/// | `saved` | where the audio stands in the documents too, empty when it does not: the recorder was ended before there was a text |
/// | `reason` | why it is kept, where its files don't tell: `crashed`, or `recovered` after a discard; empty otherwise |
///
/// What is missing or damaged is made up from the folder's date: no take is lost for the loss of this file.
struct TakeMetadata: Hashable {
    var started: WallTime
    var name: String
    var locale = "en"
    var title = ""
    var duration = Duration.zero
    var saved = ""
    var reason: ListedTake.Reason?

    init(started: WallTime, secondsFromUTC: Int) {
        self.started = started
        name = CalendarTime(started, secondsFromUTC: secondsFromUTC).fileName
    }

    /// What the file says, and `fallback` where it says nothing that makes sense.
    init(parsing bytes: [UInt8], fallback: TakeMetadata) {
        self = fallback
        for (key, value) in KeyValueLines.pairs(of: bytes) {
            switch key {
            case "started": started = Int64(value).map(WallTime.init) ?? started
            case "name" where Self.isName(value): name = value
            case "locale": locale = LanguageTag.normalized(value) ?? locale
            case "title": title = value
            case "duration": duration = Int64(value).map { .microseconds(max($0, 0)) } ?? duration
            case "saved": saved = value
            case "reason": reason = ListedTake.Reason(rawValue: value)
            default: break
            }
        }
    }

    /// The contents of the file.
    var pairs: [(key: String, value: String)] {
        [
            ("started", "\(started.microseconds)"), ("name", name), ("locale", locale), ("title", title),
            ("duration", "\(duration.wholeMicroseconds)"), ("saved", saved), ("reason", reason?.rawValue ?? ""),
        ]
    }

    /// Whether it can only be the name of a file in the folder it is put into.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count == 19 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || " -.".utf8.contains($0) } && !text.hasPrefix(".")
    }
}
