// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import RecorderService
import Recording
import TestSupport
import Testing

@Suite("BusPresence", .timeLimit(.minutes(1)))
struct BusPresenceTests {
    @Test
    func `both names are on one connection, without a queue`() async throws {
        try await withBusRig { rig in
            let client = try await rig.connect()
            let owner = try await client.owner(of: RecorderNames.bus)
            #expect(owner != nil)
            #expect(try await client.owner(of: RecorderNames.application) == owner)
            #expect(try await !client.requestName(RecorderNames.bus))
            let queue = try await client.call(
                MethodCall(
                    "ListQueuedOwners", [.string(RecorderNames.bus.text)], of: "org.freedesktop.DBus", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus"))
            #expect(queue[0].strings == owner.map { [$0.text] })
        }
    }

    @Test
    func `a second recorder is told that one is running, and leaves no trace`() async throws {
        try await withBusRig { rig in
            let second = try await BusRig(on: rig.bus, model: RecorderRig())
            await #expect(throws: BusPresence.Failure.alreadyRunning) { try await second.presence.open() }
            #expect(await !second.presence.isOpen)
            await second.close()
            _ = try await rig.commander().perform(.toggle, session: nil)
            #expect(rig.capture.calls == [.start])
            #expect(second.capture.calls.isEmpty)
        }
    }

    @Test
    func `without a bus there is a sentence that says so`() async throws {
        let model = await RecorderRig()
        let presence = await BusPresence(of: model.object, commanding: model.commander, at: try BusAddress("unix:path=/nonexistent/bus"))
        do throws(BusPresence.Failure) {
            try await presence.open()
            Issue.record("there was a bus")
        } catch {
            guard case .noBus(let reason) = error else { throw error }
            #expect(reason.contains("/nonexistent/bus") && reason.hasSuffix("."), "\(reason)")
        }
    }

    @Test
    func `C129: the first command after the name appears takes effect, each time`() async throws {
        try await withPrivateBus { bus in
            let rig = try await BusRig(on: bus, model: RecorderRig())
            let client = try await rig.connect()
            let commander = RemoteCommander(over: client)
            for round in 1...50 {
                // Sent from the very handler that hears of the name.
                let (states, continuation) = AsyncStream.makeStream(of: RecordingState?.self)
                let watch = try await onLoop {
                    try await client.watch(RecorderNames.bus) { change in
                        guard change.new != nil else { return }
                        _ = Loop.shared.task { continuation.yield(try? await commander.perform(.toggle, session: nil).state) }
                    }
                }
                try await rig.presence.open()
                var iterator = states.makeAsyncIterator()
                let state = await iterator.next()
                #expect(state == (round.isMultiple(of: 2) ? .paused : .recording))
                await watch.cancel()
                await rig.presence.close()
            }
            await rig.close()
        }
    }

    @Test
    func `C053: calls that the bus held back while the recorder started are all answered, in order`() async throws {
        try await withPrivateBus { bus in
            try bus.install(service: RecorderNames.bus.text, executing: "/bin/true")
            let rig = try await BusRig(on: bus, model: RecorderRig())
            var calls: [Task<[RecordingState?], any Error>] = []
            for _ in 0..<50 {
                let client = try await rig.connect()
                calls.append(Loop.shared.throwingTask { try await Self.callEarly(over: client) })
            }
            // The bus has seen them all when it answers one that came later.
            _ = try await rig.connect().owner(of: RecorderNames.bus)
            try await rig.presence.open()
            for call in calls {
                let states = try await call.value
                #expect(states[0] == .recording || states[0] == .paused)
                #expect(states[1] != nil)
            }
            #expect(rig.reporter.activities.count == 50)
            await rig.close()
        }
    }

    @Test
    func `C051: the bus goes away in a take and comes back`() async throws {
        try await withPrivateBus { bus in
            let rig = try await BusRig(on: bus, model: RecorderRig())
            try await rig.presence.open()
            let before = try await rig.commander()
            let session = try await before.perform(.toggle, session: nil).session
            let stream = try await before.activities()
            bus.kill()
            #expect(await rig.changes.until(1) == [.lost])
            #expect(await !rig.presence.isOpen)
            // Clients see the end of it, and none is told that it records.
            var last: Activity?
            for await activity in stream { last = activity }
            #expect(last?.state == .recording)
            await #expect(throws: RecordingError.self) { try await before.activity() }
            // What happens meanwhile is there afterwards; nothing that was sent before is done again.
            #expect(rig.capture.calls == [.start])
            rig.clock.advance(by: .seconds(10))
            rig.capture.frames = 480_000
            let successor = try PrivateBus(in: bus.folder)
            defer { successor.kill() }
            #expect(await rig.changes.until(2) == [.lost, .regained])
            let after = try await rig.commander()
            let activity = try await after.activity()
            #expect(activity.state == .recording && activity.session == session)
            #expect(activity.timer == ActivityTimer(elapsed: .zero, anchor: MonotonicTime(microseconds: 1_000_000_000)))
            #expect(try await after.perform(.toggle, session: session).timer == ActivityTimer(elapsed: .seconds(10)))
            #expect(rig.capture.calls == [.start, .pause])
            #expect(try await rig.connect().owner(of: RecorderNames.application) != nil)
            await rig.close()
        }
    }

    @Test
    func `a command under way when the bus goes is carried out all the same`() async throws {
        try await withPrivateBus { bus in
            let gate = Gate()
            let rig = try await BusRig(on: bus, model: RecorderRig(captureGate: gate))
            try await rig.presence.open()
            let client = try await rig.connect()
            try await onLoop {
                try client.send(MethodCall("Toggle", of: RecorderNames.interface, on: RecorderNames.path, at: RecorderNames.bus))
                _ = try await client.call(MethodCall("Ping", of: "org.freedesktop.DBus.Peer", on: RecorderNames.path, at: RecorderNames.bus))
            }
            bus.kill()
            _ = await rig.changes.until(1)
            gate.open()
            await rig.reporter.until { $0.state == .recording }
            await rig.close()
        }
    }

    @Test
    func `a presence that is closed does not come back`() async throws {
        try await withPrivateBus { bus in
            let rig = try await BusRig(on: bus, model: RecorderRig())
            try await rig.presence.open()
            bus.kill()
            _ = await rig.changes.until(1)
            await rig.presence.close()
            let successor = try PrivateBus(in: bus.folder)
            defer { successor.kill() }
            #expect(try await rig.connect().owner(of: RecorderNames.bus) == nil)
            #expect(await rig.changes.changes == [.lost])
            await rig.close()
        }
    }

    @Test
    func `C061: callers that leave before the answer get their way and harm nobody`() async throws {
        try await withBusRig { rig in
            let script = "for i in $(seq 20); do dbus-send --session --type=method_call --dest=org.tallylight.Recorder1 /org/tallylight/Recorder1 org.tallylight.Recorder1.Toggle; done"
            #expect(try await rig.run(script).status == 0)
            for _ in 0..<20 {
                let client = try await Connection.open(rig.bus.address)
                try await client.send(MethodCall("Toggle", of: RecorderNames.interface, on: RecorderNames.path, at: RecorderNames.bus))
                await client.close()
            }
            let commander = try await rig.commander()
            while rig.reporter.activities.count < 40 { _ = try await commander.activity() }
            #expect(try await commander.activity().state == .paused)
        }
    }

    @Test
    func `three seconds of a running recording send nothing`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            _ = try await commander.perform(.toggle, session: nil)
            let owner = try #require(try await rig.connect().owner(of: RecorderNames.bus))
            async let heard = rig.run("timeout 3 dbus-monitor --session \"sender='\(owner)'\"")
            for second in 1...3 {
                rig.clock.advance(by: .seconds(1))
                rig.capture.frames = Int64(second) * 48_000
                rig.capture.say(.progressed(CapturePosition(frames: rig.capture.frames), at: rig.clock.now))
            }
            let output = try await heard.output
            #expect(output.contains("NameAcquired"), "the monitor did not listen: \(output)")
            #expect(!output.contains("sender=\(owner)"), "\(output)")
        }
    }

    /// Toggles and asks for the state, without waiting in between.
    @LoopActor
    private static func callEarly(over client: Connection) async throws -> [RecordingState?] {
        let toggle = MethodCall("Toggle", of: RecorderNames.interface, on: RecorderNames.path, at: RecorderNames.bus, mayStart: true)
        let question = MethodCall(
            "Get", [.string(RecorderNames.interface.text), .string("State")], of: "org.freedesktop.DBus.Properties", on: RecorderNames.path, at: RecorderNames.bus,
            mayStart: true)
        let first = Loop.shared.throwingTask { try await client.call(toggle, returning: "s") }
        let second = Loop.shared.throwingTask { try await client.call(question, returning: "v") }
        return try await [first.value, second.value].map { $0[0].text.flatMap(RecordingState.init) }
    }
}
