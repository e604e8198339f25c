// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Table R3 of the cases with the program a user gets: each row has the verdict that gdbus gives it.
@Suite("The address of the bus", .crowded, .timeLimit(.minutes(5)))
struct BusAddressTests {
    /// In which SOCKET and ADDRESS are those of the bus.
    private static let table: [(address: String, connects: Bool)] = [
        ("unix:path=SOCKET,guid=0123456789abcdef0123456789abcdef", true), ("unix:guid=0123456789abcdef0123456789abcdef,path=SOCKET", true), ("unix:path=SOCKET", true),
        ("unix:path=SOCKET,unknownkey=1", true), ("unix:path=/nonexistent;ADDRESS", true), ("tcp:host=127.0.0.1,port=1;ADDRESS", true), ("foo:bar=1;ADDRESS", true), ("ADDRESS;", true),
        (";ADDRESS", true),
        ("unix:path=SOCKET,guid=00000000000000000000000000000000", true), ("", false), ("garbage", false), ("unix:", false), ("ADDRESS ", false), ("ADDRESS%zz", false),
    ]

    @Test
    func `C047: status of a running recorder has gdbus's verdict for each row of the table`() async throws {
        try await Desk.use { desk in
            _ = try await desk.startRecorder()
            let bus = try #require(desk.bus)
            for row in Self.table {
                try await check(row.address.replacing("ADDRESS", with: bus.addressText).replacing("SOCKET", with: bus.socketPath), row.connects)
            }
        }
    }

    @Test
    func `C049: a folder with blanks and letters of any script is written with %, and an abstract socket connects`() async throws {
        let scratch = ScratchFolder()
        let folder = scratch.file("sp ace ü 🎙️")
        try await Subprocess.run("/bin/mkdir", [folder]).succeeded()
        for (address, raw) in [(escape("unix:path=\(folder)/bus"), "unix:path=\(folder)/bus"), (escape("unix:abstract=\(scratch.path) ä"), nil)] {
            let bus = try PrivateBus(in: folder, listeningAt: address)
            defer { bus.kill() }
            try await Desk.use(extra: ["DBUS_SESSION_BUS_ADDRESS": address]) { desk in
                let recorder = try await desk.start("tallylight-recorder", [])
                let client = try await onceOwned(desk, address)
                #expect(client.output == "Not recording\n")
                try await check(address, true)
                if let raw { try await check(raw, true) }
                try await check(address + " ", false)
                try await check(address + "%zz", false)
                await recorder.terminate()
            }
        }
    }

    /// Waits for the recorder, which is on a bus that is not the desk's.
    private func onceOwned(_ desk: Desk, _ address: String) async throws -> SubprocessResult {
        try await desk.run("gdbus", "wait", "--session", "org.tallylight.Recorder1").succeeded()
        return try await desk.tallylight("status")
    }

    private func check(_ address: String, _ connects: Bool) async throws {
        let environment = ["DBUS_SESSION_BUS_ADDRESS": address]
        let status = try await Subprocess.run("\(Desk.programs)/tallylight", ["status"], environment: environment)
        let call = ["call", "--session", "--dest", "org.tallylight.Recorder1", "--object-path", "/", "--method", "org.freedesktop.DBus.Peer.Ping"]
        let gdbus = try await Subprocess.run("/usr/bin/gdbus", call, environment: environment)
        #expect(gdbus.code == (connects ? 0 : 1), "gdbus with \(address): \(gdbus.errors)")
        #expect(status.code == (connects ? 0 : 1), "tallylight with \(address): \(status.errors)")
        guard !connects else { return }
        #expect(status.output.isEmpty && status.errors.contains("DBUS_SESSION_BUS_ADDRESS"), "\(status.errors)")
        #expect(status.errors.split(separator: "\n").count == 1)
    }

    private func escape(_ text: String) -> String {
        text.replacing(" ", with: "%20").replacing("ü", with: "%c3%bc").replacing("ä", with: "%C3%A4").replacing("🎙️", with: "%f0%9f%8e%99%ef%b8%8f")
    }
}
