// SPDX-License-Identifier: MIT

internal import Glibc
internal import Localization

/// Where a bus listens: a list of ways to reach it, tried one after the other.
///
/// The verdicts are those of GDBus, which is more lenient than libdbus: entries that are empty, wrong or of an unknown
/// transport are passed over, keys nobody knows are ignored, and a
/// `guid` is not insisted on. So libdbus never sees the text itself, but each usable entry written anew with the keys it needs.
///
/// [Server addresses](https://dbus.freedesktop.org/doc/dbus-specification.html#addresses)
public struct BusAddress: Sendable, Hashable {
    /// The usable entries as libdbus wants them; never empty.
    package let entries: [String]
    /// What the address was read from, as the start of a sentence about it.
    var source: String { localized("{origin} is “{text}”", ["origin": origin, "text": text]) }

    private let origin: String
    private let text: String

    /// Takes an address in the specification's format.
    ///
    /// - Throws: ``BusError/noBus(reason:)`` when nothing in it can be used.
    public init(_ text: String) throws(BusError) {
        try self.init(text, from: localized("The bus address"))
    }

    init(_ text: String, from source: String) throws(BusError) {
        guard !text.isEmpty else { throw .noBus(reason: localized("{source} is empty. It has to name the bus, as in “unix:path=/run/user/1000/bus”.", ["source": source])) }
        var entries: [String] = []
        var faults: [String] = []
        for entry in text.split(separator: ";") {
            switch AddressEntry.parse(entry) {
            case .success(let usable): entries.append(usable)
            case .failure(let fault): faults.append("“\(entry)” \(fault.text)")
            }
        }
        guard !entries.isEmpty else {
            let detail = faults.isEmpty ? localized("there is nothing between its semicolons") : faults.joined(separator: "; ")
            throw .noBus(reason: localized("{source} is “{text}”, which names no bus: {detail}.", ["source": source, "text": text, "detail": detail]))
        }
        self.entries = entries
        origin = source
        self.text = text
    }

    /// The session bus of the environment: `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in `XDG_RUNTIME_DIR`.
    ///
    /// - Throws: ``BusError/noBus(reason:)``, with a sentence that names the variable.
    public static func session() throws(BusError) -> BusAddress {
        try session { name in getenv(name).map { String(cString: $0) } }
    }

    /// The system bus: `DBUS_SYSTEM_BUS_ADDRESS`, else where the specification puts it.
    ///
    /// - Throws: ``BusError/noBus(reason:)``, with a sentence that names the variable.
    public static func system() throws(BusError) -> BusAddress {
        guard let address = getenv("DBUS_SYSTEM_BUS_ADDRESS") else { return try BusAddress("unix:path=/var/run/dbus/system_bus_socket", from: localized("The system bus")) }
        return try BusAddress(String(cString: address), from: "DBUS_SYSTEM_BUS_ADDRESS")
    }

    /// The session bus of an environment that `variable` answers for.
    package static func session(variable: (String) -> String?) throws(BusError) -> BusAddress {
        if let address = variable("DBUS_SESSION_BUS_ADDRESS") {
            return try BusAddress(address, from: "DBUS_SESSION_BUS_ADDRESS")
        }
        guard let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            throw .noBus(reason: localized("There is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR says where it is."))
        }
        let path = "\(folder)/bus"
        guard isOwnSocket(path) else {
            throw .noBus(reason: localized("There is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, and {path} is not a socket of this user.", ["path": path]))
        }
        return try BusAddress("unix:path=\(AddressEntry.escape(Array(path.utf8)))", from: localized("XDG_RUNTIME_DIR is “{folder}”, so the address", ["folder": folder]))
    }

    /// Whether `path` is a socket of the user we run as: in a folder that others may write to it could be anybody's.
    private static func isOwnSocket(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK && status.st_uid == getuid()
    }
}
