// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import Glibc
import Icons
import TestSupport
import Testing

@testable import Notifying

/// What a recorder that crashed has left on the desktop.
@Suite("Leftovers of a crash", .timeLimit(.minutes(1)))
struct LeftoverTests {
    private static let content = NotificationContent(occasion: .result(.noSpeech), session: .none, summary: "a", body: "b")

    /// A board that has something on the desktop, and whose recorder is gone all of a sudden.
    @LoopActor
    private static func crash(on bus: PrivateBus, _ server: FakeNotificationServer, record path: String) async throws {
        let connection = try await Connection.open(bus.address)
        let board = NotificationBoard(record: path, showing: IconTheme(environment: [:])) { _, _ in }
        board.connect(to: connection)
        board.show(content, as: .take(.none))
        await server.until { server.standing[41] != nil }
        await board.settled()
        await board.record?.written()
        await connection.close()
    }

    @Test
    func `what stands is closed by the next recorder, and the file goes`() async throws {
        let folder = ScratchFolder()
        let path = folder.file("state/tallylight/notification")
        try await withPrivateConnection { bus, connection in
            let server = FakeNotificationServer(firstID: 41)
            try await server.open(on: bus)
            try await Self.crash(on: bus, server, record: path)
            #expect(NotificationRecordFile.read(path).map(\.id) == [41])
            let board = NotificationBoard(record: path, showing: IconTheme(environment: [:])) { _, _ in }
            board.connect(to: connection)
            await server.until { server.closed == [41] }
            await board.settled()
            await board.record?.written()
            #expect(NotificationRecordFile.read(path).isEmpty)
            #expect(ScratchFolder.names(in: folder.file("state/tallylight")).isEmpty)
            await server.die()
        }
    }

    @Test
    func `another server's numbers are left alone`() async throws {
        let folder = ScratchFolder()
        let path = folder.file("notification")
        try await withPrivateConnection { bus, connection in
            let first = FakeNotificationServer(firstID: 41)
            try await first.open(on: bus)
            try await Self.crash(on: bus, first, record: path)
            await first.die()
            let second = FakeNotificationServer(firstID: 40)
            try await second.open(on: bus)
            let board = NotificationBoard(record: path, showing: IconTheme(environment: [:])) { _, _ in }
            board.connect(to: connection)
            board.show(Self.content, as: .take(.none))
            await second.until { second.standing[40] != nil }
            await board.settled()
            #expect(second.closed.isEmpty)
            await board.record?.written()
            #expect(NotificationRecordFile.read(path).map(\.id) == [40])
            await second.die()
        }
    }

    @Test
    func `when only our connection is lost, the same server loses the old one and gets a new one`() async throws {
        try await withPrivateConnection { bus, connection in
            let folder = ScratchFolder()
            let server = FakeNotificationServer(firstID: 41)
            try await server.open(on: bus)
            let lost = try await Connection.open(bus.address)
            let board = NotificationBoard(record: folder.file("notification"), showing: IconTheme(environment: [:])) { _, _ in }
            board.connect(to: lost)
            board.show(Self.content, as: .take(.none))
            await server.until { server.standing[41] != nil }
            await board.settled()
            await lost.close()
            board.connect(to: connection)
            await server.until { server.closed == [41] && server.standing[42] != nil }
            #expect(server.standing.count == 1)
            await server.die()
        }
    }

    @Test(arguments: ["", "\n\n", "x", "bus :1.5", "bus :1.5 -1", "bus :1.5 4294967296", "bus org.x.Y 5", "\u{0}\u{0}", "a b c d"])
    func `a file of nonsense is no record`(_ text: String) throws {
        let folder = ScratchFolder()
        let path = folder.file("notification")
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
        #expect(NotificationRecordFile.read(path).isEmpty)
    }
}
