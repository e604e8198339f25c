// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// A dbus-daemon of a test's own, in a folder of its own; it can be stopped and started again at the same address.
final class PrivateBus: Sendable {
    let folder: String
    let address: String
    private let process = Mutex<pid_t?>(nil)

    init() throws {
        var template = Array("/tmp/tallylight-bus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure.noFolder }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        address = "unix:path=\(folder)/bus"
        mkdir("\(folder)/services", 0o700)
        try write(
            """
            <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth><servicedir>\(folder)/services</servicedir>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
            </busconfig>
            """, to: "bus.conf")
    }

    enum Failure: Error {
        case noFolder
        case noFile(String)
        case noDaemon(String)
    }

    /// Makes the bus able to start a program.
    func install(service: String, as name: String) throws { try write(service, to: "services/\(name)") }

    func start() async throws {
        let daemon = await Tool.run("dbus-daemon --config-file='\(folder)/bus.conf' --fork --print-pid=1", on: "")
        guard let pid = pid_t(daemon.output.split(separator: "\n").last ?? "") else { throw Failure.noDaemon(daemon.output) }
        process.withLock { $0 = pid }
    }

    /// Ends the daemon as a crash would.
    func stop() throws {
        process.withLock { pid in
            if let pid { kill(pid, SIGKILL) }
            pid = nil
        }
    }

    func remove() {
        try? stop()
        for name in ["bus", "bus.conf", "services/org.tallylight.Recorder1.service"] { unlink("\(folder)/\(name)") }
        rmdir("\(folder)/services")
        rmdir(folder)
    }

    private func write(_ text: String, to name: String) throws {
        guard let file = fopen("\(folder)/\(name)", "w") else { throw Failure.noFile(name) }
        fputs(text, file)
        fclose(file)
    }
}

/// Runs `body` with a bus of its own.
func withPrivateBus(_ body: (PrivateBus) async throws -> Void) async throws {
    let bus = try PrivateBus()
    defer { bus.remove() }
    try await bus.start()
    try await body(bus)
}
