// SPDX-License-Identifier: MIT

internal import DBus

/// A property of the player that changes with the take, and whose changes are told.
struct PlayerProperty: Sendable {
    /// The property.
    let name: MemberName
    /// Its type.
    let type: Signature
    /// Its value in a status.
    let encode: @Sendable (PlayerStatus) -> Value

    /// All of them.
    ///
    /// A stopped player is about to leave, and takes no command.
    static let all = [
        PlayerProperty(name: "PlaybackStatus", type: "s") { .string($0.playback.rawValue) },
        PlayerProperty(name: "Metadata", type: "a{sv}") { $0.metadata },
        PlayerProperty(name: "CanPlay", type: "b") { .boolean($0.isPresent) },
        PlayerProperty(name: "CanPause", type: "b") { .boolean($0.isPresent) },
    ]

    /// The names of those that differ.
    static func changes(from before: PlayerStatus, to after: PlayerStatus) -> [MemberName] {
        all.filter { $0.encode(before) != $0.encode(after) }.map(\.name)
    }
}
