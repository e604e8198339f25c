// SPDX-License-Identifier: MIT

public import DBus
internal import Glibc

/// What the indicator is called on the bus, and whom it speaks to.
public enum IndicatorNames {
    /// Who has it is the indicator of the session: there is no second one.
    public static let instance: BusName = "org.tallylight.Indicator1"
    /// Whoever collects the items of the session for those who show them.
    public static let watcher: BusName = "org.kde.StatusNotifierWatcher"
    /// Who has it shows the recorder in GNOME's bar, where the item would be the same thing twice.
    static let shellExtension: BusName = "org.tallylight.ShellExtension1"
    /// Where the item is.
    public static let item: ObjectPath = "/StatusNotifierItem"
    /// Where its menu is.
    public static let menu: ObjectPath = "/MenuBar"

    static let itemInterface: InterfaceName = "org.kde.StatusNotifierItem"
    static let menuInterface: InterfaceName = "com.canonical.dbusmenu"

    /// The name the specification gives to the first item of a process.
    static var itemName: BusName? { BusName("org.kde.StatusNotifierItem-\(getpid())-1") }
}
