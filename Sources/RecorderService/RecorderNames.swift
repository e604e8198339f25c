// SPDX-License-Identifier: MIT

public import DBus

/// What the recorder is called on the bus.
public enum RecorderNames {
    /// The name of the interface's owner, and the lock: who has it is the recorder.
    public static let bus: BusName = "org.tallylight.Recorder1"
    /// The name of the application, as its desktop file has it; the same connection owns it.
    public static let application: BusName = "org.tallylight.Tallylight"
    /// Where the recorder's object is.
    public static let path: ObjectPath = "/org/tallylight/Recorder1"
    /// The recorder's interface.
    public static let interface: InterfaceName = "org.tallylight.Recorder1"
    /// The interface of the takes that are over, of the same object.
    public static let takes: InterfaceName = "org.tallylight.Takes1"

    static let errorPrefix = "org.tallylight.Recorder1.Error."
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
}
