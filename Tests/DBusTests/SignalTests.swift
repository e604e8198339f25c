// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport
import Testing

@Suite("Signals", .timeLimit(.minutes(1)))
struct SignalTests {
    @Test
    func `10 000 signals arrive in order, none missing, by stream and by handler`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(.bench([], signals: [.init("Tick", "u")]))
            let heard = Box<[UInt32]>([])
            let rule = MatchRule(sender: peer.uniqueName, path: .bench, interface: .bench, member: "Tick")
            let subscription = try await connection.subscribe(to: rule) { signal in
                if case .uint32(let number) = signal.arguments[0] { heard.content.append(number) }
            }
            let stream = try await connection.signals(for: rule)
            for number in 0..<UInt32(10_000) {
                peer.emit("Tick", [.uint32(number)], of: .bench, on: .bench)
            }
            var expected: UInt32 = 0
            while expected < 10_000, let signal = try await stream.next() {
                #expect(signal.arguments == [.uint32(expected)])
                expected += 1
            }
            #expect(heard.content == Array(0..<10_000))
            subscription.cancel()
            stream.cancel()
            await peer.close()
        }
    }

    @Test
    func `from the moment subscribe returns no signal is missed, and none is heard after cancel`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(.bench([], signals: [.init("Tick")]))
            for _ in 0..<50 {
                let count = Box(0)
                let subscription = try await connection.subscribe(to: MatchRule(interface: .bench, member: "Tick")) { _ in count.content += 1 }
                peer.emit("Tick", of: .bench, on: .bench)
                try await peer.fence()
                try await connection.fence()
                #expect(count.content == 1)
                subscription.cancel()
                peer.emit("Tick", of: .bench, on: .bench)
                try await peer.fence()
                try await connection.fence()
                #expect(count.content == 1)
            }
            await peer.close()
        }
    }

    @Test
    func `a subscription ends with its last reference, and the bus forgets the rule`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(.bench([], signals: [.init("Tick")]))
            let count = Box(0)
            var subscription: Subscription? = try await connection.subscribe(to: MatchRule(interface: .bench)) { _ in count.content += 1 }
            #expect(subscription != nil)
            let monitor = try await PrivateBusMonitor(bus)
            subscription = nil
            await monitor.wait { $0.contains("sender=\(connection.uniqueName) ") && $0.hasSuffix("member=RemoveMatch") }
            peer.emit("Tick", of: .bench, on: .bench)
            try await peer.fence()
            try await connection.fence()
            #expect(count.content == 0)
            monitor.stop()
            await peer.close()
        }
    }

    @Test
    func `a rule matches what it says, in all its parts`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(.bench([], signals: [.init("Tick", "s"), .init("Tock", "s")]))
            let rules = [
                MatchRule(interface: .bench), MatchRule(interface: .bench, member: "Tock"), MatchRule(path: .bench), MatchRule(path: "/other"), MatchRule(sender: "org.freedesktop.DBus"),
                MatchRule(sender: peer.uniqueName, firstArgument: "it's a 'b\\'"), MatchRule(interface: .bench, firstArgument: "it"), MatchRule(sender: connection.uniqueName),
            ]
            let heard = Box(Array(repeating: "", count: rules.count))
            var subscriptions: [Subscription] = []
            for (index, rule) in rules.enumerated() {
                subscriptions.append(try await connection.subscribe(to: rule) { heard.content[index] += "\($0.member) " })
            }
            peer.emit("Tick", [.string("it")], of: .bench, on: .bench)
            peer.emit("Tock", [.string("it's a 'b\\'")], of: .bench, on: .bench)
            try await peer.fence()
            try await connection.fence()
            #expect(heard.content == ["Tick Tock ", "Tock ", "Tick Tock ", "", "", "Tock ", "Tick ", ""])
            subscriptions.forEach { $0.cancel() }
            await peer.close()
        }
    }

    @Test
    func `a signal that a stranger addresses to us is not taken for one of the sender we want`() async throws {
        try await withPrivateConnection { bus, connection in
            let server = try await Connection.open(bus.address)
            #expect(try await server.requestName(.bench))
            server.export(.bench([], signals: [.init("Closed", "u")]))
            let heard = Box<[Value]>([])
            let subscription = try await connection.subscribe(to: MatchRule(sender: .bench, interface: .bench)) { heard.content += $0.arguments }
            for destination in [[], ["--destination=\(connection.uniqueName)"]] {
                let forged = try await PrivateBus.run(
                    ["busctl", "--user"] + destination + ["emit", "/org/tallylight/Bench", "org.tallylight.Bench", "Closed", "u", "7"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.addressText])
                #expect(forged.status == 0, "\(forged.errors)")
            }
            server.emit("Closed", [.uint32(8)], of: .bench, on: .bench)
            try await server.fence()
            try await connection.fence()
            #expect(heard.content == [.uint32(8)])
            subscription.cancel()
            await server.close()
        }
    }

    @Test
    func `a stream that is read too slowly says that it lost signals, after those it held`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(.bench([], signals: [.init("Tick", "u")]))
            let stream = try await connection.signals(for: MatchRule(interface: .bench), holding: 3)
            for number in 0..<UInt32(5) {
                peer.emit("Tick", [.uint32(number)], of: .bench, on: .bench)
            }
            try await peer.fence()
            try await connection.fence()
            for number in 0..<UInt32(3) {
                #expect(try await stream.next()?.arguments == [.uint32(number)])
            }
            await #expect(throws: BusError.overflowed) { try await stream.next() }
            await peer.close()
        }
    }

    @Test
    func `a stream ends without error when it or its reader is cancelled`() async throws {
        try await withPrivateConnection { _, connection in
            let stream = try await connection.signals(for: MatchRule(interface: .bench))
            let reader = Loop.shared.throwingTask {
                for try await _ in stream {}
            }
            reader.cancel()
            try await reader.value
            let second = Loop.shared.throwingTask { try await stream.next() == nil }
            try await connection.fence()
            stream.cancel()
            #expect(try await second.value)
        }
    }

    @Test
    func `what a task reads in an answer is older than the signals it hears after it`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let state = Box<UInt32>(0)
            peer.export(
                .bench(
                    [
                        .init("Read", out: "u") { _ in
                            defer {
                                state.content += 1
                                // The answer leaves with the end of the handler; the signal right after it, so both
                                // arrive in one read.
                                Loop.shared.enqueue { peer.emit("Changed", [.uint32(state.content)], of: .bench, on: .bench) }
                            }
                            return [.uint32(state.content)]
                        }
                    ], signals: [.init("Changed", "u")]))
            let seen = Box<Value>(.uint32(0))
            let subscription = try await connection.subscribe(to: MatchRule(interface: .bench)) { seen.content = $0.arguments[0] }
            for number in 0..<UInt32(200) {
                let answer = try await connection.bench("Read", at: peer)[0]
                #expect(answer == .uint32(number) && seen.content == .uint32(number))
                try await peer.fence()
                try await connection.fence()
            }
            subscription.cancel()
            await peer.close()
        }
    }
}
