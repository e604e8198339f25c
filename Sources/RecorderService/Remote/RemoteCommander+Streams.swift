// SPDX-License-Identifier: MIT

public import Commanding
internal import DBus
internal import EventLoop

/// What changes by itself: subscribed to first and asked for then, so that nothing falls between the two.
extension RemoteCommander {
    /// The activity now and after each change, until the recorder or the bus is gone; of what is not read in time, only the newest is kept.
    public func activities() async throws(RecordingError) -> AsyncStream<Activity> {
        let (feed, stream) = RecorderFeed<Activity>.make(buffering: .bufferingNewest(1))
        let mirror = PropertyMirror()
        let rule = MatchRule(
            sender: recorder.destination, path: recorder.path, interface: RecorderNames.properties, member: "PropertiesChanged",
            firstArgument: recorder.interface.text)
        try await follow(feed, rule) { feed, signal in
            guard signal.arguments.signature == "sa{sv}as", let changes = signal.arguments[1].options else { return }
            if let activity = mirror.merge(changes) { feed.yield(activity) }
        }
        do throws(RecordingError) {
            guard let activity = mirror.fill(try await properties()) else { throw .notUnderstood }
            feed.yield(activity)
        } catch {
            feed.end()
            throw error
        }
        return stream
    }

    /// What the recorder says beside its activity from before this returns until the recorder or the bus is gone, all of it: what is not read is kept.
    ///
    /// Ask for it before you send the command whose end you wait for.
    public func events() async throws(RecordingError) -> AsyncStream<RecorderEvent> {
        let (feed, stream) = RecorderFeed<RecorderEvent>.make(buffering: .unbounded)
        let rule = MatchRule(sender: recorder.destination, path: recorder.path, interface: recorder.interface)
        try await follow(feed, rule) { feed, signal in
            if let event = RecorderEvent(signal) { feed.yield(event) }
        }
        return stream
    }

    private func follow<Element: Sendable>(
        _ feed: RecorderFeed<Element>, _ rule: MatchRule, handler: @escaping @LoopActor (RecorderFeed<Element>, SignalMessage) -> Void
    ) async throws(RecordingError) {
        do throws(BusError) {
            try await feed.follow(recorder, rule, handler: handler)
        } catch {
            feed.end()
            throw RecordingError(error)
        }
    }
}
