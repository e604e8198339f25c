// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import RecorderService
import Recording
import TestSupport
import Testing

@Suite("RemoteCommander", .timeLimit(.minutes(1)))
struct RemoteCommanderTests {
    @Test
    func `a take goes from start to text over the bus as it does in the recorder`() async throws {
        try await withBusRig { rig in
            let commander: any RecordingCommanding = try await rig.commander()
            #expect(try await commander.activity() == Activity())
            let recording = try await commander.perform(.start, session: SessionID.none)
            #expect(recording == rig.reporter.activities.last)
            #expect(try await commander.activity() == recording)
            #expect(try await commander.inputLevel() == -20)
            try await commander.setTitle("Überschrift", of: recording.session)
            #expect(try await commander.activity().title == "Überschrift")
            let processing = try await commander.perform(.finish, session: recording.session)
            #expect(processing.state == .processing || processing.lastResult?.session == recording.session)
            let result = await rig.reporter.untilResults(1)[0]
            #expect(try await commander.activity().lastResult == result)
            let transcript = try await commander.transcript(of: recording.session)
            #expect(transcript.text == "hello" && transcript.session == SessionID(rawValue: "take-1") && transcript.engine == "fake" && transcript.model == "fake")
        }
    }

    @Test
    func `a discarded take is recovered, kept, and processed by its session`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            let session = try await commander.perform(.start, session: nil).session
            _ = try await commander.perform(.pause, session: session)
            #expect(try await commander.perform(.discard, session: session).session == .none)
            await rig.model.store.untilDiscarded()
            #expect(try await commander.takes().map(\.state) == [.discarded])
            #expect(try await commander.recover(.none) == session)
            #expect(try await commander.takes().map { [$0.session.rawValue, $0.state.rawValue, $0.locale] } == [[session.rawValue, "kept", "en"]])
            #expect(try await commander.activity().kept == [session])
            #expect(try await commander.perform(.process, session: session).session == session)
            await #expect(throws: RecordingError.self) { try await commander.recover(SessionID(rawValue: "gone")) }
        }
    }

    @Test
    func `the activity comes first, then each change, and the end when the recorder leaves`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            var stream = try await commander.activities().makeAsyncIterator()
            #expect(await stream.next()?.state == .notRecording)
            _ = try await rig.model.commander.perform(.start, session: nil)
            #expect(await stream.next() == rig.reporter.activities.last)
            _ = try await rig.model.commander.perform(.pause, session: nil)
            #expect(await stream.next() == rig.reporter.activities.last)
            await rig.presence.close()
            #expect(await stream.next() == nil)
        }
    }

    @Test
    func `a reader that falls behind gets the newest activity`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            var stream = try await commander.activities().makeAsyncIterator()
            for _ in 0..<9 { _ = try await commander.perform(.toggle, session: nil) }
            #expect(await stream.next() == rig.reporter.activities.last)
        }
    }

    @Test(arguments: RecordingError.Name.allCases.filter { ![.notRunning, .notAnswering, .noBus].contains($0) })
    func `each error of the recorder arrives with its name and its sentence`(name: RecordingError.Name) async throws {
        try await withBusRig { rig in
            let error = RecordingError(name, "A sentence about “\(name)”.")
            rig.capture.fail(.start, with: error)
            let commander = try await rig.commander()
            await #expect(throws: error) { try await commander.perform(.toggle, session: nil) }
        }
    }

    @Test
    func `a take that is neither open nor kept is stale, and an empty session means that none is open`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            let session = try await commander.perform(.toggle, session: SessionID.none).session
            for stale in [SessionID.none, SessionID(rawValue: "other")] {
                await #expect { try await commander.perform(.toggle, session: stale) } throws: { ($0 as? RecordingError)?.name == .staleSession }
            }
            #expect(try await commander.perform(.toggle, session: session).state == .paused)
        }
    }

    @Test
    func `quit is refused while a take is open, unless it is forced`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            _ = try await commander.perform(.toggle, session: nil)
            await #expect { try await commander.quit(force: false) } throws: { ($0 as? RecordingError)?.name == .invalidState }
            try await commander.quit(force: true)
            await rig.model.recorder.untilEnded()
            #expect(rig.model.store.saved.count == 1)
        }
    }

    @Test
    func `without a recorder everything says that none is running, and none is started`() async throws {
        try await withPrivateBus { bus in
            let connection = try await Connection.open(bus.address)
            let commander = RemoteCommander(over: connection)
            let isNotRunning: @Sendable (any Error) -> Bool = { ($0 as? RecordingError)?.name == .notRunning }
            await #expect(performing: { try await commander.activity() }, throws: isNotRunning)
            await #expect(performing: { try await commander.activities() }, throws: isNotRunning)
            await #expect(performing: { try await commander.perform(.start, session: nil) }, throws: isNotRunning)
            #expect(try await commander.launchByActivation() == .notInstalled)
            await connection.close()
        }
    }

    @Test
    func `C145: an installed recorder is started by the bus when it is asked to`() async throws {
        try await withPrivateBus { bus in
            // The program itself is the presence below: the bus only has to see its name.
            try bus.install(service: "org.tallylight.Recorder1", executing: "/bin/true")
            let rig = try await BusRig(on: bus, model: RecorderRig())
            let commander = try await rig.commander()
            await #expect { try await commander.activity() } throws: { ($0 as? RecordingError)?.name == .notRunning }
            async let launch = commander.launchByActivation()
            try await rig.presence.open()
            #expect(try await launch != .notInstalled)
            #expect(try await commander.launchByActivation() == .alreadyRunning)
            #expect(try await commander.perform(.toggle, session: nil).state == .recording)
            #expect(try await rig.get("State") == "s \"recording\"\n")
            await rig.close()
        }
    }

    @Test
    func `C067: a recorder that dies is not running, at once`() async throws {
        try await withPrivateBus { bus in
            let gate = Gate()
            let rig = try await BusRig(on: bus, model: RecorderRig(captureGate: gate))
            try await rig.presence.open()
            let commander = try await rig.commander()
            let stream = try await commander.activities()
            let start = Loop.shared.throwingTask { try await commander.perform(.start, session: nil) }
            _ = try await commander.activity()
            await rig.presence.close()
            await #expect { try await start.value } throws: { ($0 as? RecordingError)?.name == .notRunning }
            await #expect { try await commander.activity() } throws: { ($0 as? RecordingError)?.name == .notRunning }
            for await activity in stream { #expect(activity.state == .notRecording) }
            gate.open()
            await rig.close()
        }
    }

    @Test
    func `a recorder that owns its name and says nothing is running, but not answering`() async throws {
        try await withPrivateBus { bus in
            let mute = try await Connection.open(bus.address)
            #expect(try await mute.requestName(RecorderNames.bus))
            let gate = Gate()
            let silence = BusObject.Method("Perform", in: "sa{sv}", out: "a{sv}") { _ in
                await gate.pass()
                return [.options([:])]
            }
            await mute.export(BusObject(path: RecorderNames.path, interfaces: [BusObject.Interface(RecorderNames.interface, methods: [silence])], introspection: "<node/>"))
            let limits = RemoteCommander.Limits(command: .milliseconds(20), question: .milliseconds(20))
            let connection = try await Connection.open(bus.address)
            let commander = RemoteCommander(over: connection, limits: limits)
            await #expect { try await commander.perform(.toggle, session: nil) } throws: { ($0 as? RecordingError)?.name == .notAnswering }
            // It answers, but with nothing that could be shown.
            await #expect { try await commander.activity() } throws: { ($0 as? RecordingError)?.name == .notAnswering }
            gate.open()
            await connection.close()
            await mute.close()
        }
    }

    @Test
    func `a bus that is lost ends the calls and the streams`() async throws {
        try await withBusRig { rig in
            let commander = try await rig.commander()
            var stream = try await commander.activities().makeAsyncIterator()
            _ = await stream.next()
            rig.bus.kill()
            #expect(await stream.next() == nil)
            await #expect { try await commander.activity() } throws: { ($0 as? RecordingError)?.name == .noBus }
        }
    }
}
