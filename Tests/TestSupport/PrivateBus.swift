// SPDX-License-Identifier: MIT

public import DBus
public import Glibc

/// A dbus-daemon of a test's own, on a socket in a folder of its own.
///
/// Its limits are those of a session bus; it starts programs only from the folder `services`, which is empty. Its
/// address is handed on explicitly: no test touches the environment of the process.
public final class PrivateBus: Sendable {
    /// The folder that is removed with the bus; tests may put files there.
    public let folder: String
    /// The address as DBUS_SESSION_BUS_ADDRESS would have it, without a guid.
    public let addressText: String
    /// The daemon's process.
    public let pid: pid_t

    /// The socket.
    public var socketPath: String { "\(folder)/bus" }
    /// What the daemon has to say.
    public var journalPath: String { "\(folder)/bus.log" }
    /// Where files `*.service` of programs the bus may start are put.
    public var servicesFolder: String { "\(folder)/services" }
    /// The address.
    public var address: BusAddress {
        get throws { try BusAddress(addressText) }
    }

    /// Starts a daemon and waits until it listens.
    ///
    /// - Parameters:
    ///   - folder: where a former daemon of this test was, to be its successor; nil for a new one.
    ///   - address: where it listens; nil for the socket `bus` in the folder.
    public init(in folder: String? = nil, listeningAt address: String? = nil) throws {
        let folder = try folder ?? PrivateBus.makeFolder()
        self.folder = folder
        mkdir("\(folder)/services", 0o700)
        unlink("\(folder)/bus")
        addressText = address ?? "unix:path=\(folder)/bus"
        try Self.write(Self.configuration(folder, addressText), to: "\(folder)/bus.conf")
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw PrivateBusError("no pipe: errno \(errno)") }
        defer { close(ends[0]) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        let journal = open("\(folder)/bus.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(journal) }
        // dup2 onto 3 in the child takes close-on-exec away there.
        pid = try Self.spawn(["dbus-daemon", "--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile", "--print-address=3"], passing: [ends[1]: 3, journal: 2])
        close(ends[1])
        var byte: UInt8 = 0
        guard read(ends[0], &byte, 1) == 1 else { throw PrivateBusError("dbus-daemon did not start") }
    }

    /// Kills the daemon as a crash would, and waits until it is gone.
    ///
    /// Harmless when it is gone already.
    public func kill() {
        guard Glibc.kill(pid, SIGKILL) == 0 else { return }
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// Kills the daemon and removes its folder.
    public func remove() {
        kill()
        guard let cleaner = try? Self.spawn(["rm", "-rf", folder]) else { return }
        var status: Int32 = 0
        waitpid(cleaner, &status, 0)
    }

    private static func makeFolder() throws -> String {
        var template = Array("/tmp/tallylight-bus-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw PrivateBusError("no temporary folder: errno \(errno)") }
        return String(cString: path)
    }

    private static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw PrivateBusError("\(path) can't be written: errno \(errno)") }
        defer { close(file) }
        var text = text
        _ = text.withUTF8 { Glibc.write(file, $0.baseAddress, $0.count) }
    }

    private static func configuration(_ folder: String, _ address: String) -> String {
        let limits = ["auth_timeout", "max_incoming_bytes", "max_outgoing_bytes", "max_message_size"].map { "<limit name=\"\($0)\">1000000000</limit>" }
        let counts = ["max_replies_per_connection", "max_match_rules_per_connection", "max_names_per_connection", "max_completed_connections"]
            .map { "<limit name=\"\($0)\">50000</limit>" }
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <servicedir>\(folder)/services</servicedir>
              <auth>EXTERNAL</auth>
              <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
              \((limits + counts).joined(separator: "\n  "))
            </busconfig>

            """
    }
}

/// Why a bus could not be started.
public struct PrivateBusError: Error, CustomStringConvertible {
    /// A sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
