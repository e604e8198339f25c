// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport
import Testing

@Suite("Calls", .timeLimit(.minutes(1)))
struct CallTests {
    @Test
    func `a call ends with the answer`() async throws {
        try await withPrivateConnection { _, connection in
            let names = try await connection.call(MethodCall("ListNames", of: "org.freedesktop.DBus", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus"), returning: "as")
            #expect(names[0].strings?.contains(connection.uniqueName.text) == true)
        }
    }

    @Test
    func `a call ends with the error of the other side, word for word`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(.bench([.init("Fail") { _ in throw BusError.remote(name: "org.tallylight.Bench.Error.Full", message: "The glass is full.") }]))
            await #expect(throws: BusError.remote(name: "org.tallylight.Bench.Error.Full", message: "The glass is full.")) {
                try await connection.bench("Fail", at: peer)
            }
            await peer.close()
        }
    }

    @Test
    func `a call ends at its time limit, and a later answer is dropped`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let gate = Box<CheckedContinuation<Void, Never>?>(nil)
            peer.export(
                .bench([
                    .init("Wait") { _ in
                        await withCheckedContinuation { gate.content = $0 }
                        return []
                    }
                ]))
            await #expect(throws: BusError.timedOut) { try await connection.bench("Wait", at: peer, within: .milliseconds(20)) }
            gate.content?.resume()
            try await connection.fence()
            try await peer.fence()
            try await connection.fence()
            await peer.close()
        }
    }

    @Test
    func `a call ends when its task is cancelled, before or while it waits`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let arrived = Promised()
            peer.export(
                .bench([
                    .init("Wait") { _ in
                        arrived.keep()
                        try await LoopTimer.sleep(for: .seconds(60))
                        return []
                    }
                ]))
            let waiting = Loop.shared.throwingTask { try await connection.bench("Wait", at: peer) }
            await arrived.wait()
            waiting.cancel()
            await #expect(throws: BusError.cancelled) { try await waiting.value }
            let early = Loop.shared.throwingTask { try await connection.bench("Wait", at: peer) }
            early.cancel()
            await #expect(throws: BusError.cancelled) { try await early.value }
            await peer.close()
        }
    }

    @Test
    func `calls end when the bus is killed, and the loss is an event`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let arrived = Promised()
            peer.export(
                .bench(
                    [
                        .init("Wait") { _ in
                            arrived.keep()
                            try await LoopTimer.sleep(for: .seconds(60))
                            return []
                        }
                    ], signals: [.init("Tick")]))
            let closed = Box(0)
            connection.onClose { closed.content += 1 }
            let calls = (0..<20).map { _ in Loop.shared.throwingTask { try await connection.bench("Wait", at: peer) } }
            let stream = try await connection.signals(for: MatchRule(interface: .bench))
            await arrived.wait()
            bus.kill()
            for call in calls {
                await #expect(throws: BusError.disconnected) { try await call.value }
            }
            await connection.closed()
            await peer.closed()
            #expect(!connection.isOpen && closed.content == 1)
            await #expect(throws: BusError.disconnected) { try await stream.next() }
            await #expect(throws: BusError.disconnected) { try await connection.fence() }
            #expect(throws: BusError.disconnected) { try connection.send(MethodCall("X", of: .bench, on: .bench, at: .bench)) }
            peer.emit("Tick", of: .bench, on: .bench)
        }
    }

    @Test
    func `an answer of other types than expected is an error, and so is a call nobody answers`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(
                .bench([
                    .init("Number", out: "u") { _ in [.uint32(1)] },
                    .init("Leave") { _ in
                        await peer.close()
                        return []
                    },
                ]))
            let error = await #expect(throws: BusError.self) { try await connection.bench("Number", at: peer, returning: "s") }
            #expect(error?.description == "The other program answered with values of the types “u” where “s” was expected.")
            let gone = await #expect(throws: BusError.self) { try await connection.bench("Leave", at: peer) }
            guard case .remote(.noReply, _) = gone else {
                Issue.record("\(String(describing: gone))")
                return
            }
        }
    }

    @Test
    func `a call that wants no answer gets none, not even an error, and is carried out`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let count = Box(0)
            peer.export(
                .bench([
                    .init("Count") { _ in
                        count.content += 1
                        return []
                    }
                ]))
            let monitor = try await PrivateBusMonitor(bus)
            try connection.send(MethodCall("Count", of: .bench, on: .bench, at: peer.uniqueName))
            try connection.send(MethodCall("Nope", of: .bench, on: .bench, at: peer.uniqueName))
            _ = try await connection.bench("Count", at: peer)
            #expect(count.content == 2)
            await monitor.wait { $0.hasPrefix("method return") }
            #expect(monitor.messages.filter { $0.hasPrefix("method call") }.count == 3)
            #expect(monitor.messages.filter { !$0.hasPrefix("method call") }.count == 1)
            monitor.stop()
            await peer.close()
        }
    }

    @Test
    func `C055: a peer that calls us back, and waits, before it answers is answered at once`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            connection.export(.bench([.init("Toggle", out: "s") { _ in [.string("recording")] }], properties: [.init("State", "s", get: { .string("recording") })]))
            peer.export(
                .bench([
                    .init("Notify", out: "s") { call in
                        let object = RemoteObject(.bench, on: .bench, at: call.sender, over: peer)
                        let state = try await object.properties()["State"]?.text
                        let answer = try await object.call("Toggle")[0].text
                        return [.string("\(state ?? "-") \(answer ?? "-")")]
                    }
                ]))
            // As in the recorder: the outgoing call is made by a method that is itself being answered.
            #expect(try await connection.bench("Notify", at: peer, returning: "s", within: .seconds(20)) == [.string("recording recording")])
            await peer.close()
        }
    }

    @Test
    func `a thousand calls at once are all answered, in order`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let order = Box<[UInt32]>([])
            peer.export(
                .bench([
                    .init("Echo", in: "u", out: "u") { call in
                        if case .uint32(let number) = call.arguments[0] { order.content.append(number) }
                        return call.arguments
                    }
                ]))
            let calls = (0..<UInt32(1000)).map { number in
                Loop.shared.throwingTask { try await connection.bench("Echo", [.uint32(number)], at: peer) }
            }
            for (number, call) in calls.enumerated() {
                #expect(try await call.value == [.uint32(UInt32(number))])
            }
            #expect(order.content == Array(0..<1000))
            await peer.close()
        }
    }

    @Test
    func `a question sent after a command is answered after it`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let state = Box("before")
            peer.export(
                .bench(
                    [
                        .init("Change") { _ in
                            state.content = "after"
                            return []
                        }
                    ], properties: [.init("State", "s", get: { .string(state.content) })]))
            try connection.send(MethodCall("Change", of: .bench, on: .bench, at: peer.uniqueName))
            #expect(try await RemoteObject(.bench, on: .bench, at: peer.uniqueName, over: connection).property("State") == .string("after"))
            await peer.close()
        }
    }
}

/// A fact that tests wait for.
@LoopActor
final class Promised {
    private var isKept = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func keep() {
        isKept = true
        waiters.forEach { $0.resume() }
        waiters = []
    }

    func wait() async {
        guard !isKept else { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}
