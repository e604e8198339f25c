// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// Table R3 of the cases: which addresses lead to the bus, in which P is its socket.
@Suite("BusAddress", .timeLimit(.minutes(1)))
struct AddressTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let address: String
        let connects: Bool
        var testDescription: String { "\(address) \(connects ? "connects" : "fails")" }

        init(_ address: String, _ connects: Bool) {
            self.address = address
            self.connects = connects
        }
    }

    static let table = [
        Row("unix:path=P,guid=0123456789abcdef0123456789abcdef", true), Row("unix:guid=0123456789abcdef0123456789abcdef,path=P", true), Row("unix:path=P", true),
        Row("unix:path=P,unknownkey=1", true), Row("unix:path=P,guid=00000000000000000000000000000000", true), Row("unix:path=/nonexistent;unix:path=P", true),
        Row("tcp:host=127.0.0.1,port=1;unix:path=P", true), Row("foo:bar=1;unix:path=P", true), Row("garbage;unix:path=P", true), Row("unix:path=%zz;unix:path=P", true),
        Row("unix:path=P;", true), Row(";unix:path=P", true), Row(";;unix:path=P;;", true), Row("unix:path=/nonexistent,path=P", true),
        Row("", false), Row(";", false), Row("garbage", false), Row("unix:", false), Row("unix:path=P ", false), Row(" unix:path=P", false), Row("unix:path=P%zz", false),
        Row("unix:path=P%2", false), Row("unix:path=P%00", false), Row("unix:path=P,", false), Row("unix:path=P,guid", false), Row("unix:path=P,=x", false),
        Row("unix:path=P,abstract=P", false), Row("unix:Path=P", false), Row("UNIX:path=P", false), Row(":path=P", false), Row("tcp:port=1", false),
        Row("unix:path=/nonexistent", false), Row("unix:path=", false),
    ]

    @Test(arguments: table)
    func `C047: an address gets the verdict that gdbus gives it`(_ row: Row) async throws {
        try await withPrivateBus { bus in
            let text = row.address.replacing("P", with: bus.socketPath)
            #expect(await connects(text) == row.connects)
            let names = ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method", "org.freedesktop.DBus.ListNames"]
            let gdbus = try await PrivateBus.run(names, environment: ["DBUS_SESSION_BUS_ADDRESS": text])
            #expect(gdbus.status == (row.connects ? 0 : 1))
        }
    }

    @Test
    func `C049: a path with blanks and letters of any script is written with %, and gdbus agrees`() async throws {
        let folder = "/tmp/tallylight sp ace ü \(getpid())"
        #expect(mkdir(folder, 0o700) == 0)
        let bus = try PrivateBus(in: folder, listeningAt: "unix:path=\(folder.replacing(" ", with: "%20").replacing("ü", with: "%c3%bc"))/bus")
        defer { bus.remove() }
        #expect(await connects(bus.addressText))
        #expect(await connects("unix:path=\(folder)/bus"))
        #expect(await !connects(bus.addressText + " "))
        #expect(await !connects(bus.addressText + "%zz"))
    }

    @Test
    func `C049: an abstract socket connects`() async throws {
        let bus = try PrivateBus(listeningAt: "unix:abstract=/tmp/tallylight-\(getpid()) ä".replacing(" ", with: "%20").replacing("ä", with: "%C3%A4"))
        defer { bus.remove() }
        #expect(await connects(bus.addressText))
    }

    @Test(arguments: table.filter { !$0.connects })
    func `C049: an address that fails has a sentence that names the variable`(_ row: Row) async throws {
        let text = row.address.replacing("P", with: "/nonexistent/bus")
        let error = await failure { _ = try await Connection.open(try BusAddress.session { $0 == "DBUS_SESSION_BUS_ADDRESS" ? text : nil }) }
        guard case .noBus(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("DBUS_SESSION_BUS_ADDRESS is “\(text)”") || text.isEmpty && reason.hasPrefix("DBUS_SESSION_BUS_ADDRESS is empty."))
        #expect(reason.hasSuffix(".") && !reason.contains("..") && !reason.contains("  "), "\(reason)")
    }

    /// Found by fuzzing: libdbus refused what was made of these.
    @Test(arguments: ["unix:path=/a\0b", "unix:path=", "unix:abstract=", "tcp:host=", "tcp:host=,port=1"])
    func `an address with a NUL or without a value names no bus`(_ text: String) {
        #expect(throws: BusError.self) { try BusAddress(text) }
    }

    @Test
    func `without the variable, the socket in XDG_RUNTIME_DIR is the session bus`() async throws {
        try await withPrivateBus { bus in
            let address = try BusAddress.session { $0 == "XDG_RUNTIME_DIR" ? bus.folder : nil }
            try await onLoop { await (try Connection.open(address)).close() }
            let missing = BusError.noBus(reason: "There is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, and /nonexistent/bus is not a socket of this user.")
            #expect(throws: missing) { try BusAddress.session { $0 == "XDG_RUNTIME_DIR" ? "/nonexistent" : nil } }
            let nowhere = BusError.noBus(reason: "There is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR says where it is.")
            #expect(throws: nowhere) { try BusAddress.session { _ in nil } }
            #expect(throws: nowhere) { try BusAddress.session { $0 == "XDG_RUNTIME_DIR" ? "relative" : nil } }
        }
    }

    private func connects(_ text: String) async -> Bool {
        await failure { await (try Connection.open(try BusAddress.session { $0 == "DBUS_SESSION_BUS_ADDRESS" ? text : nil })).close() } == nil
    }

    private func failure(_ body: @escaping @LoopActor () async throws -> Void) async -> BusError? {
        do {
            try await onLoop(body)
            return nil
        } catch { return error as? BusError }
    }
}
