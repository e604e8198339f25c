// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus

extension ListedTake {
    /// The take as `ListTakes` answers it.
    var options: [String: Value] {
        var options: [String: Value] = [
            "session": .string(session.rawValue), "state": .string(state.rawValue), "reason": .string(reason.rawValue),
            "started_timestamp": .uint64(UInt64(clamping: started.microseconds)), "size": .uint64(UInt64(clamping: size)), "title": .string(title),
            "locale": .string(locale),
        ]
        options["duration_usec"] = duration.map { .uint64($0.unsignedMicroseconds) }
        options["discarded_timestamp"] = discarded.map { .uint64(UInt64(clamping: $0.microseconds)) }
        options["expires_timestamp"] = expires.map { .uint64(UInt64(clamping: $0.microseconds)) }
        return options
    }

    /// The take in `options`; nil when there is none, or one this program knows no name for what can be done with it.
    ///
    /// A reason of a newer recorder is one this program can't tell from a processing that did not end.
    init?(options: [String: Value]) {
        guard let session = options["session"]?.text, let state = options["state"]?.text.flatMap(State.init) else { return nil }
        self.init(
            session: SessionID(rawValue: session), state: state, reason: options["reason"]?.text.flatMap(Reason.init) ?? .unprocessed,
            started: Self.time(options["started_timestamp"]) ?? WallTime(microseconds: 0), size: options["size"]?.integer ?? 0, title: options["title"]?.text ?? "",
            locale: options["locale"]?.text ?? "")
        if case .uint64(let microseconds) = options["duration_usec"]?.unwrapped { duration = Duration(unsignedMicroseconds: microseconds) }
        discarded = Self.time(options["discarded_timestamp"])
        expires = Self.time(options["expires_timestamp"])
    }

    private static func time(_ value: Value?) -> WallTime? { value?.integer.map(WallTime.init) }
}
