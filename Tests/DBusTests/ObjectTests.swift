// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport
import Testing

@Suite("Objects", .timeLimit(.minutes(1)))
struct ObjectTests {
    /// A call that busctl makes, and what comes of it.
    struct Row: Sendable {
        let arguments: [String]
        let status: Int32
        let words: String

        init(_ arguments: String, _ status: Int32, _ words: String) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            self.status = status
            self.words = words
        }
    }

    static let own = "/org/tallylight/Bench org.tallylight.Bench"
    static let properties = "/org/tallylight/Bench org.freedesktop.DBus.Properties"

    static let table = [
        Row("\(own) Nope", 1, "The interface org.tallylight.Bench has no method Nope."),
        Row("/org/tallylight/Bench org.tallylight.Nope Toggle", 1, "has no interface org.tallylight.Nope"),
        Row("/wrong org.tallylight.Bench Toggle", 1, "There is no object /wrong here."),
        Row("\(own) Toggle s x", 1, "Toggle takes no arguments"),
        Row("\(properties) Get ss org.tallylight.Bench Nope", 1, "The interface org.tallylight.Bench has no property “Nope”."),
        Row("\(properties) Get ss org.tallylight.Nope State", 1, "The object /org/tallylight/Bench has no interface “org.tallylight.Nope”."),
        Row("\(properties) GetAll s org.tallylight.Nope", 1, "The object /org/tallylight/Bench has no interface “org.tallylight.Nope”."),
        Row("\(properties) GetAll s org.freedesktop.DBus.Peer", 0, "a{sv} 0"),
        Row("\(properties) GetAll s org.tallylight.Bench", 0, "a{sv} 3 \"State\" s \"idle\" \"Volume\" d 1 \"Level\" d -60"),
        Row("\(properties) Get ss org.tallylight.Bench State", 0, "v s \"idle\""),
        Row("\(properties) Set ssv org.tallylight.Bench State s x", 1, "The property State can't be set."),
        Row("\(properties) Set ssv org.tallylight.Bench Nope s x", 1, "has no property “Nope”."),
        Row("\(properties) Set ssv org.tallylight.Bench Volume s x", 1, "The property Volume is of the type “d”, not “s”."),
        Row("\(properties) Set ssv org.tallylight.Bench Volume d 9", 1, "Volumes go from 0 to 1."),
        Row("\(properties) Set ssv org.tallylight.Bench Volume d 0.5", 0, ""),
        Row("\(properties) Get ss org.tallylight.Bench Volume", 0, "v d 0.5"),
        Row("\(own) Toggle", 0, "s \"recording\""),
        Row("/org/tallylight/Bench org.freedesktop.DBus.Peer Ping", 0, ""),
        Row("/org/tallylight/Bench org.freedesktop.DBus.Introspectable Introspect", 0, "s \"<node><!-- ours --></node>\""),
        Row("/org org.freedesktop.DBus.Introspectable Introspect", 0, "<node name=\\\"tallylight\\\"/>"),
        Row("\(own) Broken", 1, "Broken was carried out, but its answer can't be sent: this is a fault of the program."),
        Row("\(own) Stop", 1, "The call was cancelled."),
    ]

    static func object() -> BusObject {
        let (state, volume) = LoopActor.assumeIsolated { (Box("idle"), Box(1.0)) }
        let toggle = BusObject.Method("Toggle", out: "s") { _ in
            state.content = state.content == "recording" ? "paused" : "recording"
            return [.string(state.content)]
        }
        let broken = BusObject.Method("Broken", out: "s") { _ in [.uint32(1)] }
        let stop = BusObject.Method("Stop") { _ in throw CancellationError() }
        let volumeProperty = BusObject.Property(
            "Volume", "d", change: .invalidated, get: { .double(volume.content) },
            set: { value in
                guard let new = value.double, 0...1 ~= new else { throw BusError.remote(name: .invalidArgs, message: "Volumes go from 0 to 1.") }
                volume.content = new
            })
        let properties = [.init("State", "s", get: { .string(state.content) }), volumeProperty, .init("Level", "d", change: .silent, get: { .double(-60) })]
        let interface = BusObject.Interface(.bench, methods: [toggle, broken, stop], properties: properties)
        return BusObject(path: .bench, interfaces: [interface], introspection: "<node><!-- ours --></node>")
    }

    @Test
    func `C057: busctl gets the standard error for each wrong call, and the answer to each right one`() async throws {
        try await withPrivateConnection { bus, connection in
            connection.export(Self.object())
            #expect(try await connection.requestName(.bench))
            for row in Self.table {
                let result = try await PrivateBus.run(["busctl", "--user", "call", "org.tallylight.Bench"] + row.arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.addressText])
                #expect(result.status == row.status, "\(row.arguments)")
                #expect((result.output + result.errors).contains(row.words), "\(row.arguments): \(result.output)\(result.errors)")
            }
        }
    }

    @Test
    func `C057: gdbus sees the names of the errors, and finds the object from the root`() async throws {
        try await withPrivateConnection { bus, connection in
            connection.export(Self.object())
            #expect(try await connection.requestName(.bench))
            let expected = [
                ("/org/tallylight/Bench", "org.tallylight.Bench.Nope", "UnknownMethod"), ("/org/tallylight/Bench", "org.tallylight.Nope.Toggle", "UnknownInterface"),
                ("/wrong", "org.tallylight.Bench.Toggle", "UnknownObject"),
            ]
            for (path, method, name) in expected {
                let result = try await bus.run("gdbus", "call", "--session", "--dest", "org.tallylight.Bench", "--object-path", path, "--method", method)
                #expect(result.status == 1 && result.errors.contains("GDBus.Error:org.freedesktop.DBus.Error.\(name)"), "\(result.errors)")
            }
            let tree = try await bus.run("busctl", "--user", "tree", "--list", "org.tallylight.Bench")
            #expect(tree.output == "/\n/org\n/org/tallylight\n/org/tallylight/Bench\n")
            let machine = try await connection.call(
                MethodCall("GetMachineId", of: "org.freedesktop.DBus.Peer", on: .bench, at: .bench), returning: "s")
            #expect(machine[0].text?.count == 32)
        }
    }

    @Test
    func `a call without an interface finds the method by its name`() async throws {
        try await withPrivateConnection { bus, connection in
            connection.export(Self.object())
            #expect(try await connection.requestName(.bench))
            let result = try await bus.run("dbus-send", "--session", "--print-reply", "--dest=org.tallylight.Bench", "/org/tallylight/Bench", ".Toggle")
            #expect(result.status != 0, "dbus-send insists on an interface")
            let raw = try await RawClient(bus)
            #expect(try await raw.call("Toggle", on: "/org/tallylight/Bench", at: "org.tallylight.Bench") == .reply(signature: "s"))
            #expect(try await raw.call("Nope", on: "/org/tallylight/Bench", at: "org.tallylight.Bench") == .error("org.freedesktop.DBus.Error.UnknownMethod"))
            raw.close()
        }
    }

    @Test
    func `properties are consistent before PropertiesChanged, which comes before the answer`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let state = Box("idle")
            let properties: [BusObject.Property] = [
                .init("State", "s", get: { .string(state.content) }), .init("Kept", "as", get: { .strings([]) }), .init("Big", "ay", change: .invalidated, get: { .bytes([]) }),
            ]
            let toggle = BusObject.Method("Toggle", out: "s") { _ in
                state.content = "recording"
                peer.emitPropertiesChanged(["State", "Kept", "Big"], of: .bench, on: .bench)
                return [.string(state.content)]
            }
            peer.export(.bench([toggle], properties: properties))
            let events = Box<[[Value]]>([])
            let rule = MatchRule(sender: peer.uniqueName, interface: "org.freedesktop.DBus.Properties", firstArgument: "org.tallylight.Bench")
            let subscription = try await connection.subscribe(to: rule) { events.content.append($0.arguments) }
            let answer = try await connection.bench("Toggle", at: peer)
            events.content.append(answer)
            let changed = Value.dictionary(keys: "s", values: "v", [.init(.string("State"), .variant(.string("recording"))), .init(.string("Kept"), .variant(.strings([])))])
            #expect(events.content == [[.string("org.tallylight.Bench"), changed, .strings(["Big"])], [.string("recording")]])
            subscription.cancel()
            await peer.close()
        }
    }

    @Test
    func `C061: callers who leave before the answer change nothing`() async throws {
        try await withPrivateConnection { bus, connection in
            let count = Box(0)
            connection.export(
                .bench([
                    .init("Process") { _ in
                        count.content += 1
                        return []
                    },
                    .init("Wait") { _ in
                        count.content += 1
                        try await LoopTimer.sleep(for: .milliseconds(5))
                        return []
                    },
                ]))
            #expect(try await connection.requestName(.bench))
            for _ in 0..<10 {
                let send = try await bus.run("dbus-send", "--session", "--type=method_call", "--dest=org.tallylight.Bench", "/org/tallylight/Bench", "org.tallylight.Bench.Process")
                #expect(send.status == 0)
            }
            for _ in 0..<90 {
                let raw = try await RawClient(bus)
                raw.write(RawMessage(call: "Wait", on: "/org/tallylight/Bench", of: "org.tallylight.Bench", at: "org.tallylight.Bench").bytes)
                raw.close()
            }
            while count.content < 100 {
                try await connection.fence()
            }
            #expect(connection.isOpen)
        }
    }

    @Test
    func `the loss of the connection cancels the handlers that still run`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            let (started, ended) = (Promised(), Promised())
            peer.export(
                .bench([
                    .init("Wait") { _ in
                        started.keep()
                        try? await LoopTimer.sleep(for: .seconds(60))
                        ended.keep()
                        return []
                    }
                ]))
            let call = Loop.shared.throwingTask { try await connection.bench("Wait", at: peer) }
            await started.wait()
            await peer.close()
            await ended.wait()
            await #expect(throws: BusError.self) { try await call.value }
        }
    }

    @Test
    func `what is sent before close arrives`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(.bench([], signals: [.init("Last", "ay")]))
            let stream = try await connection.signals(for: MatchRule(interface: .bench))
            let block = Value.bytes(Array(repeating: 7, count: 1 << 20))
            for _ in 0..<4 {
                peer.emit("Last", [block], of: .bench, on: .bench)
            }
            await peer.close(within: .seconds(50))
            #expect(!peer.isOpen)
            for _ in 0..<4 {
                #expect(try await stream.next()?.arguments == [block])
            }
        }
    }
}
