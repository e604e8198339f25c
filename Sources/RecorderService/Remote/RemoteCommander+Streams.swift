// SPDX-License-Identifier: MIT

public import Commanding
internal import DBus
internal import EventLoop

/// What changes by itself: subscribed to first and asked for then, so that nothing falls between the two.
extension RemoteCommander {
    /// The activity now and after each change, until the recorder or the bus is gone; of what is not read in time, only the newest is kept.
    public func activities() async throws(RecordingError) -> AsyncStream<Activity> {
        let (feed, stream) = RecorderFeed.make()
        let mirror = PropertyMirror()
        do throws(RecordingError) {
            try await follow(feed, mirror)
            guard let activity = mirror.fill(try await properties()) else { throw .notUnderstood }
            feed.yield(activity)
        } catch {
            feed.end()
            throw error
        }
        return stream
    }

    private func follow(_ feed: RecorderFeed, _ mirror: PropertyMirror) async throws(RecordingError) {
        let rule = MatchRule(
            sender: recorder.destination, path: recorder.path, interface: RecorderNames.properties, member: "PropertiesChanged",
            firstArgument: recorder.interface.text)
        do throws(BusError) {
            try await feed.follow(recorder, rule) { feed, signal in
                guard signal.arguments.signature == "sa{sv}as", let changes = signal.arguments[1].options else { return }
                if let activity = mirror.merge(changes) { feed.yield(activity) }
            }
        } catch {
            throw RecordingError(error)
        }
    }
}
