// SPDX-License-Identifier: MIT

import Commanding
import DBus
import RecorderService
import TestSupport
import Testing

@Suite("Wrong calls", .timeLimit(.minutes(1)))
struct WrongCallTests {
    @Test(arguments: WrongCall.all, [RecorderNames.bus, RecorderNames.application])
    func `C057: a wrong call gets its standard error and changes nothing`(call: WrongCall, name: BusName) async throws {
        try await withBusRig { rig in
            let client = try await rig.connect()
            let before = rig.reporter.activities
            do throws(BusError) {
                let answer = try await client.call(MethodCall(call.member, call.arguments, of: call.interface, on: call.path, at: name))
                Issue.record("answered with \(answer)")
            } catch {
                guard case .remote(let error, let message) = error else { throw error }
                #expect(error == call.error)
                #expect(message.hasSuffix("."), "a message is a sentence: \(message)")
            }
            #expect(rig.reporter.activities == before)
        }
    }

    @Test(arguments: [RecorderNames.bus, RecorderNames.application])
    func `C057: gdbus and busctl are refused as our own client is`(name: BusName) async throws {
        try await withBusRig { rig in
            for call in WrongCall.all {
                let gdbus = try await rig.run("gdbus call --session -d \(name) \(call.gdbus)")
                #expect(gdbus.status == 1 && gdbus.output.contains("GDBus.Error:\(call.error): "), "\(call.testDescription): \(gdbus.output)")
                let busctl = try await rig.run("busctl --user call -- \(name) \(call.busctl)")
                #expect(busctl.status == 1 && busctl.output.hasPrefix("Call failed: "), "\(call.testDescription): \(busctl.output)")
            }
            #expect(rig.reporter.activities.isEmpty)
        }
    }

    @Test
    func `C057: ping, machine id and introspection work on every node`() async throws {
        try await withBusRig { rig in
            for path in ["/", "/org", "/org/tallylight", "/org/tallylight/Recorder1"] {
                let tree = try await rig.run("gdbus introspect --session -d org.tallylight.Recorder1 -o \(path) --xml")
                #expect(tree.status == 0 && tree.output.contains("<node"), "\(tree.output)")
            }
            let ping = try await rig.run("gdbus call --session -d org.tallylight.Recorder1 -o /org/tallylight/Recorder1 -m org.freedesktop.DBus.Peer.Ping")
            #expect(ping.output == "()\n")
            let machine = try await rig.run("gdbus call --session -d org.tallylight.Recorder1 -o / -m org.freedesktop.DBus.Peer.GetMachineId")
            #expect(machine.status == 0, "\(machine.output)")
            let tree = try await rig.run("busctl --user tree org.tallylight.Recorder1 --list")
            #expect(tree.output.contains("/org/tallylight/Recorder1\n"), "\(tree.output)")
        }
    }
}
