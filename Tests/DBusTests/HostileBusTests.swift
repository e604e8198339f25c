// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Hostile bus", .timeLimit(.minutes(1)))
struct HostileBusTests {
    @Test(arguments: RawMessage.malformed.indices)
    func `C059: a malformed answer is an error with a sentence, and the connection is closed`(_ index: Int) async throws {
        let (name, message) = RawMessage.malformed[index]
        let bus = HostileBus()
        bus.serve(message.bytes)
        let error = await opening(bus.address)
        guard case .noBus(let reason) = error else {
            Issue.record("\(name): \(String(describing: error))")
            return
        }
        #expect(reason.contains(bus.address) && reason.hasSuffix("."), "\(name): \(reason)")
        await bus.finish()
    }

    @Test
    func `C059: an answer that is cut off at any byte is an error`() async {
        let bytes = RawMessage.welcome().bytes
        for length in 0..<bytes.count {
            let bus = HostileBus()
            bus.serve(Array(bytes[..<length]))
            #expect(await opening(bus.address) != nil, "\(length) bytes")
            await bus.finish()
        }
    }

    @Test
    func `C059: no byte that is flipped after the welcome does more than end the connection`() async throws {
        var random = SplitMix(seed: 59)
        var heard: [Int: Int] = [:]
        let entry = RawMessage.number(3) + Array("key\0\u{1}u\0\0".utf8) + RawMessage.number(7)
        let body = RawMessage.number(UInt32(entry.count)) + [0, 0, 0, 0] + entry
        let signal = RawMessage.signal("a{sv}", body).bytes
        for _ in 0..<100 {
            var bytes = signal
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            let bus = HostileBus()
            bus.serve(RawMessage.welcome().bytes, afterSubscription: bytes + signal)
            let count = try await onLoop {
                let connection = try await Connection.open(try BusAddress(bus.address))
                let heard = Box(0)
                let subscription = try await connection.subscribe(to: MatchRule()) { _ in heard.content += 1 }
                await connection.closed()
                subscription.cancel()
                return heard.content
            }
            heard[count, default: 0] += 1
            await bus.finish()
        }
        // Some end it, some are harmless, some make another message of it.
        #expect(heard.count > 1)
    }

    @Test
    func `C059: a valid message with more in it than we take is passed over, and the next one is heard`() async throws {
        let many = RawMessage.signal("au", RawMessage.number(4 * 200_000) + Array(repeating: 0, count: 4 * 200_000)).bytes
        let large = RawMessage.signal("ay", RawMessage.number(17 << 20) + Array(repeating: 0, count: 17 << 20)).bytes
        let bus = HostileBus()
        bus.serve(RawMessage.welcome().bytes, afterSubscription: many + large + RawMessage.signal("s", RawMessage.string("small")).bytes)
        let heard = try await onLoop {
            let connection = try await Connection.open(try BusAddress(bus.address))
            let stream = try await connection.signals(for: MatchRule())
            let heard = try await stream.next()
            await connection.close()
            return heard?.arguments
        }
        #expect(heard == [.string("small")])
        await bus.finish()
    }

    @Test
    func `C059: rubbish instead of a welcome to the bus is an error`() async {
        let greetings = ["", "\0", "REJECTED\r\n", "ERROR\r\n", "OK\r\n", "OK zz\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", String(repeating: "x", count: 100_000), "\r\n\r\n\r\n"]
        for greeting in greetings {
            let bus = HostileBus()
            bus.serve { client in
                RawSocket.write(Array(greeting.utf8), to: client)
                shutdown(client, Int32(SHUT_WR))
            }
            #expect(await opening(bus.address) != nil, "\(greeting.prefix(20))")
            await bus.finish()
        }
    }

    @Test
    func `a socket that accepts and never speaks fails at the time limit`() async {
        let bus = HostileBus()
        bus.serve { _ in }
        let error = await opening(bus.address, within: .milliseconds(50))
        #expect(error?.description == "The message bus can't be reached. The bus address is “\(bus.address)”: nobody answered within 0.05 seconds.")
        await bus.finish()
    }

    @Test
    func `a listener whose backlog is full fails at the time limit and does not stop the loop`() async {
        let path = "/tmp/tallylight-backlog-\(getpid())"
        let listener = RawSocket.listen(at: path, backlog: 0)
        let clients = RawSocket.fillBacklog(of: path)
        let error = await opening("unix:path=\(path)", within: .milliseconds(50))
        #expect(error?.description.contains("nobody answered") == true)
        (clients + [listener]).forEach { close($0) }
        unlink(path)
    }

    @Test
    func `while a bus does not read, nothing more is handled than fits between us`() async throws {
        let (handled, calls, size) = (Counter(), 500, 64 << 10)
        let bus = HostileBus()
        let call = RawMessage(call: "Big", on: "/org/tallylight/Bench", of: "org.tallylight.Bench", at: ":1.7", from: ":1.8")
        bus.serve { client in
            guard bus.welcome(client) else { return }
            RawSocket.write((0..<calls).flatMap { _ in call.bytes }, to: client)
            for answered in 0..<calls {
                _ = RawSocket.readMessage(from: client)
                // What waits in libdbus, in the socket, and what three turns of the loop add.
                #expect(handled.value - answered <= (256 << 10 + 1 << 20) / size + 3 * 64)
            }
        }
        try await onLoop {
            let connection = try await Connection.open(try BusAddress(bus.address))
            let block = Value.bytes(Array(repeating: 7, count: size))
            let all = Promised()
            connection.export(
                .bench([
                    .init("Big", out: "ay") { _ in
                        handled.increment()
                        if handled.value == calls { all.keep() }
                        return [block]
                    }
                ]))
            await all.wait()
            await connection.close()
        }
        await bus.finish()
    }

    @Test
    func `opening can be cancelled`() async throws {
        let bus = HostileBus()
        bus.serve { _ in }
        try await onLoop {
            let address = try BusAddress(bus.address)
            let task = Loop.shared.throwingTask { _ = try await Connection.open(address) }
            task.cancel()
            await #expect(throws: BusError.cancelled) { try await task.value }
        }
        _ = RawSocket.connect(to: "\(bus.folder)/bus")
    }

    private func opening(_ address: String, within limit: Duration = .seconds(5)) async -> BusError? {
        do {
            try await onLoop { await (try Connection.open(try BusAddress(address), within: limit)).close() }
            return nil
        } catch { return error as? BusError }
    }
}

/// A number that two threads look at.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func increment() { count.add(1, ordering: .relaxed) }
}
