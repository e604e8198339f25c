// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport
import Testing

@Suite("Names", .timeLimit(.minutes(1)))
struct NameTests {
    @Test
    func `a name has one owner: the second who asks is told so, and gets it when it is given back`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            #expect(try await connection.requestName(.bench))
            #expect(try await connection.requestName(.bench))
            #expect(try await !peer.requestName(.bench))
            #expect(try await peer.owner(of: .bench) == connection.uniqueName)
            try await connection.releaseName(.bench)
            #expect(try await peer.owner(of: .bench) == nil)
            #expect(try await peer.requestName(.bench))
            await peer.close()
        }
    }

    @Test
    func `a name is never given away to somebody who wants to replace its owner`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            #expect(try await connection.requestName(.bench))
            #expect(try await peer.request(.bench, flags: 2 | 4) == 3)
            #expect(try await peer.owner(of: .bench) == connection.uniqueName)
            await peer.close()
        }
    }

    @Test
    func `R6a: an owner is replaced and comes back without a gap`() async throws {
        try await withPrivateConnection { bus, connection in
            let (first, second) = (try await Connection.open(bus.address), try await Connection.open(bus.address))
            let changes = Box<[OwnerChange]>([])
            let watch = try await connection.watch(.bench) { changes.content.append($0) }
            #expect(watch.owner == nil)
            #expect(try await first.request(.bench, flags: 1) == 1)
            #expect(try await second.request(.bench, flags: 1 | 2) == 1)
            await second.close()
            // The bus looks after its connections in no particular order.
            try await connection.settle(until: { changes.content.count == 3 })
            await first.close()
            try await connection.settle(until: { changes.content.count == 4 })
            let (a, b) = (first.uniqueName, second.uniqueName)
            #expect(changes.content == [OwnerChange(old: nil, new: a), OwnerChange(old: a, new: b), OwnerChange(old: b, new: a), OwnerChange(old: a, new: nil)])
            #expect(watch.owner == nil)
        }
    }

    @Test
    func `a watch knows the owner of the moment when it is made, and every change after it`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let churn = Loop.shared.throwingTask {
                for _ in 0..<100 {
                    _ = try await peer.requestName(.bench)
                    try await peer.releaseName(.bench)
                }
            }
            for _ in 0..<50 {
                let changes = Box<[OwnerChange]>([])
                let watch = try await connection.watch(.bench) { changes.content.append($0) }
                let initial = watch.owner
                try await connection.fence()
                try await connection.fence()
                let owners = [initial] + changes.content.map(\.new)
                #expect(changes.content.map(\.old) == Array(owners.dropLast()), "each change starts where the last one ended")
                #expect(watch.owner == owners.last)
                watch.cancel()
            }
            try await churn.value
            await peer.close()
        }
    }

    @Test
    func `C053: calls that arrive before RequestName returns are answered, in order per sender`() async throws {
        try await withPrivateBus { bus in
            try await onLoop {
                let clients = try await (0..<20).asyncMap { _ in try await Connection.open(bus.address) }
                let server = try await Connection.open(bus.address)
                let order = Box<[String: [Int64]]>([:])
                server.export(
                    .bench(
                        [
                            .init("Toggle", in: "x", out: "x") { call in
                                order.content[call.sender.text, default: []].append(call.arguments[0].integer ?? -1)
                                return call.arguments
                            }
                        ], properties: [.init("State", "s", get: { .string("notRecording") })]))
                // The calls are on the bus before the name is: to the unique name, as those that the bus kept back for
                // an activated program come.
                let calls = clients.flatMap { client in
                    (0..<Int64(25)).map { number in
                        Loop.shared.throwingTask { () throws -> Bool in
                            let answer = try await client.bench("Toggle", [.int64(number)], at: server)
                            let all = try await RemoteObject(.bench, on: .bench, at: server.uniqueName, over: client).properties()
                            return answer == [.int64(number)] && all["State"] == .string("notRecording")
                        }
                    }
                }
                #expect(try await server.requestName(.bench))
                for call in calls {
                    #expect(try await call.value)
                }
                #expect(order.content.count == 20)
                #expect(order.content.values.allSatisfy { $0 == Array(0..<25) })
                for connection in clients + [server] {
                    await connection.close()
                }
            }
        }
    }
}

extension Connection {
    /// Asks for a name with flags that our own programs never use.
    fileprivate func request(_ name: BusName, flags: UInt32) async throws(BusError) -> Int64? {
        let call = MethodCall("RequestName", [.string(name.text), .uint32(flags)], of: "org.freedesktop.DBus", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus")
        return try await self.call(call).first?.integer
    }

    /// Asks the bus something until `isDone`: a connection that was closed is noticed by the bus in its own time.
    fileprivate func settle(until isDone: @LoopActor () -> Bool) async throws(BusError) {
        while !isDone() {
            try await fence()
        }
    }
}

extension Range<Int> {
    @LoopActor
    fileprivate func asyncMap<Result>(_ body: @LoopActor (Int) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for number in self {
            results.append(try await body(number))
        }
        return results
    }
}
