// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import EventLoop

/// A recorder's properties, kept up to date by its signals.
///
/// A signal that is handled before the answer to `GetAll` was sent before it too: the answer holds all it said, so it is not missed.
@LoopActor
final class PropertyMirror {
    private var properties: [String: Value]?

    /// Takes the answer to `GetAll`; nil when it shows no activity.
    func fill(_ properties: [String: Value]) -> Activity? {
        self.properties = properties
        return Activity(properties: properties)
    }

    /// Takes what a signal says has changed; nil when there is nothing new to show.
    func merge(_ changes: [String: Value]) -> Activity? {
        properties?.merge(changes) { _, new in new }
        return properties.flatMap(Activity.init(properties:))
    }
}
