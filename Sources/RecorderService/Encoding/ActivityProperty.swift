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
    /// What an activity shows there.
    let encode: @Sendable (Activity) -> Value
    /// Takes the value over, unless it is of another type or a word of a newer recorder.
    let decode: @Sendable (Value, inout Activity) -> Void
}

extension ActivityProperty {
    /// All of them, in the order of the interface's description.
    static let all: [ActivityProperty] = [
        text("State", "state", get: { $0.state.rawValue }, set: { $0.state = RecordingState(rawValue: $1) ?? $0.state }),
        text("Session", "session", get: { $0.session.rawValue }, set: { $0.session = SessionID(rawValue: $1) }),
        texts("AvailableCommands", "available_commands", get: { $0.commands.map(\.rawValue) }, set: { $0.commands = $1.compactMap(RecordingCommand.init) }),
        microseconds("ElapsedUSec", "elapsed_usec", get: { $0.timer.elapsed.unsignedMicroseconds }, set: { $0.timer.elapsed = Duration(unsignedMicroseconds: $1) }),
        microseconds(
            "AnchorTimestampMonotonic", "anchor_timestamp_monotonic", get: { $0.timer.anchor?.microseconds ?? 0 },
            set: { $0.timer.anchor = $1 == 0 ? nil : MonotonicTime(microseconds: $1) }),
        microseconds(
            "StartedTimestamp", "started_timestamp", get: { UInt64(clamping: $0.started?.microseconds ?? 0) },
            set: { $0.started = $1 == 0 ? nil : WallTime(microseconds: Int64(clamping: $1)) }),
        progress,
        ActivityProperty(name: "Interrupted", key: "interrupted", type: "b", encode: { .boolean($0.isInterrupted) }) { value, activity in
            activity.isInterrupted = value.boolean ?? activity.isInterrupted
        },
        text("Notice", "notice", get: { $0.notice?.rawValue ?? "" }, set: { $0.notice = Notice(rawValue: $1) }),
        text("Source", "source", get: { $0.source }, set: { $0.source = $1 }),
        text("Title", "title", get: { $0.title }, set: { $0.title = $1 }),
        text("Locale", "locale", get: { $0.locale }, set: { $0.locale = $1 }),
        texts("Kept", "kept", get: { $0.kept.map(\.rawValue) }, set: { $0.kept = $1.map(SessionID.init) }),
        ActivityProperty(name: "LastResult", key: "last_result", type: "a{sv}", encode: { .options($0.lastResult?.options ?? [:]) }) { value, activity in
            activity.lastResult = value.options.flatMap(TakeResult.init)
        },
    ]

    /// How far the processing is: the one that changes between transitions.
    static let progress = ActivityProperty(name: "Progress", key: "progress", type: "d", encode: { .double($0.progress ?? -1) }) { value, activity in
        activity.progress = value.double.flatMap { $0 >= 0 ? min($0, 1) : nil }
    }

    private static func text(
        _ name: MemberName, _ key: String, get: @escaping @Sendable (Activity) -> String, set: @escaping @Sendable (inout Activity, String) -> Void
    ) -> ActivityProperty {
        ActivityProperty(name: name, key: key, type: "s", encode: { .string(get($0)) }) { value, activity in
            if let text = value.text { set(&activity, text) }
        }
    }

    private static func texts(
        _ name: MemberName, _ key: String, get: @escaping @Sendable (Activity) -> [String], set: @escaping @Sendable (inout Activity, [String]) -> Void
    ) -> ActivityProperty {
        ActivityProperty(name: name, key: key, type: "as", encode: { .strings(get($0)) }) { value, activity in
            if let texts = value.strings { set(&activity, texts) }
        }
    }

    private static func microseconds(
        _ name: MemberName, _ key: String, get: @escaping @Sendable (Activity) -> UInt64, set: @escaping @Sendable (inout Activity, UInt64) -> Void
    ) -> ActivityProperty {
        ActivityProperty(name: name, key: key, type: "t", encode: { .uint64(get($0)) }) { value, activity in
            if case .uint64(let microseconds) = value.unwrapped { set(&activity, microseconds) }
        }
    }
}
