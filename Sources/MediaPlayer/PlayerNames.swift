// SPDX-License-Identifier: MIT

public import DBus
internal import Glibc

/// What the media player is called on the bus.
///
/// [MPRIS 2.2](https://specifications.freedesktop.org/mpris-spec/latest/)
public enum PlayerNames {
    /// The player's name: the prefix all players have, and the app id, which is what a sandbox lets a program own.
    public static let bus: BusName = "org.mpris.MediaPlayer2.org.tallylight.Tallylight"
    /// Where every player's object is.
    public static let path: ObjectPath = "/org/mpris/MediaPlayer2"
    /// What every player says of itself.
    public static let root: InterfaceName = "org.mpris.MediaPlayer2"
    /// What it plays, and how it is controlled.
    public static let player: InterfaceName = "org.mpris.MediaPlayer2.Player"

    static let desktopEntry = "org.tallylight.Tallylight"
    static let identity = "Tallylight"

    /// The names to ask for, best first: when ``bus`` is taken, that of one more instance is left.
    static var candidates: [BusName] { [bus, BusName("\(bus).instance\(getpid())")].compactMap(\.self) }
}
