// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus

/// A part of the ``Activity`` as the bus has it: a property, and an entry of the status that `Perform` answers.
struct ActivityProperty: Sendable {
    /// The property.
    let name: MemberName
    /// The entry of the status.
    let key: String
    /// The type of both.
    let type: Signature
    /// Whether two activities show something else there.
    let differs: @Sendable (Activity, Activity) -> Bool
    /// What an activity shows there.
    let encode: @Sendable (Activity) -> Value
    /// Takes the value over, unless it is of another type or a word of a newer recorder.
    let decode: @Sendable (Value, inout Activity) -> Void

    private init<Content: Equatable & SendableMetatype>(
        _ name: MemberName, _ key: String, _ type: Signature, get: @escaping @Sendable (Activity) -> Content, encode: @escaping @Sendable (Content) -> Value,
        decode: @escaping @Sendable (Value, inout Activity) -> Void
    ) {
        self.name = name
        self.key = key
        self.type = type
        self.decode = decode
        differs = { get($0) != get($1) }
        self.encode = { encode(get($0)) }
    }
}

extension ActivityProperty {
    /// All of them, in the order of the interface's description.
    static let all: [ActivityProperty] = [
        text("State", "state", get: { $0.state.rawValue }, set: { $0.state = RecordingState(rawValue: $1) ?? $0.state }),
        text("Session", "session", get: { $0.session.rawValue }, set: { $0.session = SessionID(rawValue: $1) }),
        ActivityProperty("AvailableCommands", "available_commands", "as", get: { $0.commands }, encode: { .strings($0.map { $0.rawValue }) }) { value, activity in
            activity.commands = value.strings?.compactMap(RecordingCommand.init) ?? activity.commands
        },
        microseconds("ElapsedUSec", "elapsed_usec", get: { $0.timer.elapsed.unsignedMicroseconds }, set: { $0.timer.elapsed = Duration(unsignedMicroseconds: $1) }),
        microseconds(
            "AnchorTimestampMonotonic", "anchor_timestamp_monotonic", get: { $0.timer.anchor?.microseconds ?? 0 },
            set: { $0.timer.anchor = $1 == 0 ? nil : MonotonicTime(microseconds: $1) }),
        microseconds(
            "StartedTimestamp", "started_timestamp", get: { UInt64(clamping: $0.started?.microseconds ?? 0) },
            set: { $0.started = $1 == 0 ? nil : WallTime(microseconds: Int64(clamping: $1)) }),
        // How far the processing is: the one that changes between transitions.
        ActivityProperty("Progress", "progress", "d", get: { fraction($0.progress) ?? -1 }, encode: Value.double) { value, activity in
            activity.progress = fraction(value.double)
        },
        ActivityProperty("Interrupted", "interrupted", "b", get: { $0.isInterrupted }, encode: Value.boolean) { value, activity in
            activity.isInterrupted = value.boolean ?? activity.isInterrupted
        },
        text("Notice", "notice", get: { $0.notice?.rawValue ?? "" }, set: { $0.notice = Notice(rawValue: $1) }),
        text("Source", "source", get: { $0.source }, set: { $0.source = $1 }),
        text("Title", "title", get: { $0.title }, set: { $0.title = $1 }),
        text("Locale", "locale", get: { $0.locale }, set: { $0.locale = $1 }),
        ActivityProperty("Kept", "kept", "as", get: { $0.kept }, encode: { .strings($0.map { $0.rawValue }) }) { value, activity in
            activity.kept = value.strings?.map(SessionID.init) ?? activity.kept
        },
        ActivityProperty("LastResult", "last_result", "a{sv}", get: { $0.lastResult }, encode: { .options($0?.options ?? [:]) }) { value, activity in
            activity.lastResult = value.options.flatMap(TakeResult.init)
        },
    ]

    /// 0 to 1, or nil for what is no such number.
    private static func fraction(_ number: Double?) -> Double? { number.flatMap { $0 >= 0 ? min($0, 1) : nil } }

    private static func text(
        _ name: MemberName, _ key: String, get: @escaping @Sendable (Activity) -> String, set: @escaping @Sendable (inout Activity, String) -> Void
    ) -> ActivityProperty {
        ActivityProperty(name, key, "s", get: get, encode: Value.string) { value, activity in
            if let text = value.text { set(&activity, text) }
        }
    }

    private static func microseconds(
        _ name: MemberName, _ key: String, get: @escaping @Sendable (Activity) -> UInt64, set: @escaping @Sendable (inout Activity, UInt64) -> Void
    ) -> ActivityProperty {
        ActivityProperty(name, key, "t", get: get, encode: Value.uint64) { value, activity in
            if case .uint64(let microseconds) = value.unwrapped { set(&activity, microseconds) }
        }
    }
}
