// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Synchronization
import TestSupport
import Testing

/// What listens at the address of the bus is none, or one that says what no bus says.
@Suite("A hostile bus", .crowded, .timeLimit(.minutes(5)))
struct HostileAddressTests {
    /// Runs a program that finds `bytes` where the answer to its `Hello` belongs, with a bounded amount of memory to live in.
    private func run(_ program: String, on desk: Desk, _ bus: HostileBus, hearing bytes: [UInt8]) async throws -> SubprocessResult {
        bus.serve(bytes)
        return try await Subprocess.run(
            "/bin/sh", ["-c", "ulimit -v 400000; exec \"$@\"", "sh"] + ["\(Desk.programs)/\(program)"] + (program == "tallylight" ? ["status"] : []), environment: desk.environment,
            within: .seconds(10))
    }

    private func expectRefusal(_ result: SubprocessResult, _ bus: HostileBus, _ name: String) {
        #expect(result.ending == .exited(1), "\(name): \(result.ending) \(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(bus.address) && result.errors.split(separator: "\n").count == 1, "\(name): \(result.errors)")
    }

    @Test(arguments: ["tallylight", "tallylight-recorder"])
    func `C059: a malformed answer is one sentence and code 1, in little time and memory, and no file is touched`(_ program: String) async throws {
        let bus = HostileBus()
        try await Desk.use(hasBus: false, extra: ["DBUS_SESSION_BUS_ADDRESS": bus.address]) { desk in
            for (name, message) in RawMessage.malformed {
                expectRefusal(try await run(program, on: desk, bus, hearing: message.bytes), bus, name)
            }
            let whole = RawMessage.welcome().bytes
            for length in stride(from: 0, to: whole.count, by: program == "tallylight" ? 1 : 7) {
                expectRefusal(try await run(program, on: desk, bus, hearing: Array(whole[..<length])), bus, "\(length) bytes")
            }
            #expect(desk.home.names == [".config"])
        }
        await bus.finish()
    }

    @Test
    func `C059: frames that are malformed end connections, one after the other, and never the take`() async throws {
        let (pulse, bus, answers) = (try await PrivatePulse.start(.pipe), HostileBus(), BusLog())
        let faults = ["body without signature", "string of 4 GiB", "invalid UTF-8", "header array of 2^32 - 1", "body of 2^32 - 1", "variants 65 deep", "wrong endian byte"]
        let frames = try faults.map { fault in try #require(RawMessage.malformed.first { $0.name == fault }).message.bytes }
        try await Desk.use(sound: pulse, hasBus: false, extra: ["DBUS_SESSION_BUS_ADDRESS": bus.address]) { desk in
            let ready = (names: Gate(), rest: Gate(), go: closeOnExecPipe())
            bus.serve { client in
                bus.introduce(client)
                answers.add(RawSocket.ask("Start", client))
                ready.names.open()
                _ = RawSocket.read(1, from: ready.go.reader)
                RawSocket.write(frames[0], to: client)
            }
            for frame in frames.dropFirst() {
                bus.serve { client in
                    bus.introduce(client)
                    RawSocket.write(frame, to: client)
                }
            }
            bus.serve { client in
                bus.introduce(client)
                answers.add(RawSocket.ask("Toggle", client))
                answers.add(RawSocket.ask("Toggle", client))
                ready.rest.open()
            }
            let recorder = try await desk.start("tallylight-recorder", [])
            await ready.names.pass()
            let (before, after) = (SoundComparison.noise(seconds: 1, seed: 1), SoundComparison.noise(seconds: 1, seed: 2))
            await pulse.say(before)
            RawSocket.write("\n", toPipe: ready.go.writer)
            await ready.rest.pass()
            // The take was recording all the while: a toggle paused it, and the next one went on.
            #expect(answers.all == ["recording", "paused", "recording"])
            await pulse.say(after)
            await recorder.send(SIGTERM)
            #expect(try await recorder.finish().ending == .signalled(SIGTERM))
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(SoundComparison.wholePart(of: before, in: recorded) == before.count)
            #expect(SoundComparison.wholePart(of: after, in: recorded) == after.count)
            for end in [ready.go.reader, ready.go.writer] { close(end) }
        }
        await bus.finish()
    }

    @Test
    func `C059: a recorder in its terminal says that the bus is gone, goes on, and its keys work`() async throws {
        let (pulse, bus, engine, go) = (try await PrivatePulse.start(.pipe), HostileBus(), StandInEngine(), closeOnExecPipe())
        let frames = try ["string of 4 GiB", "wrong endian byte"].map { fault in try #require(RawMessage.malformed.first { $0.name == fault }).message.bytes }
        let noise = SoundComparison.noise(seconds: 1)
        try await Desk.use(sound: pulse, hasBus: false, extra: engine.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }) { desk in
            // The first to come asks for a recorder that runs, and becomes one.
            bus.serve { client in
                guard bus.welcome(client) else { return }
                while let call = RawSocket.readMessage(from: client) { bus.obey(call, from: client) }
            }
            bus.serve { client in
                bus.introduce(client)
                _ = RawSocket.read(1, from: go.reader)
                RawSocket.write(frames[0], to: client)
            }
            bus.serve(frames[1])
            try await Seat.use(on: desk) { seat, terminal in
                try await seat.shows("○ Ready")
                terminal.type(" ")
                try await seat.shows("● Recording")
                RawSocket.write("\n", toPipe: go.writer)
                try await seat.shows("session bus is gone")
                await pulse.say(noise)
                #expect(terminal.screen.contains("● Recording"))
                try await seat.endTake(reading: StandInEngine.words)
            }
            let recorded = try await SoundComparison.decode(try #require(desk.audio))
            #expect(SoundComparison.wholePart(of: noise, in: recorded) == noise.count)
            for end in [go.reader, go.writer] { close(end) }
        }
        await bus.finish()
    }

    @Test
    func `C055: a peer that calls us back, and waits, before it answers our call is answered at once`() async throws {
        let (bus, answers) = (HostileBus(), BusLog())
        try await Desk.use(sound: PrivatePulse.start(.pipe), hasBus: false, extra: ["DBUS_SESSION_BUS_ADDRESS": bus.address]) { desk in
            let names = Gate()
            // The one peer the recorder calls is the bus itself.
            bus.serve { client in
                bus.introduce(client) {
                    for _ in 0..<2 {
                        answers.add(RawSocket.ask("GetAll", client))
                        answers.add(RawSocket.ask("Toggle", client))
                    }
                }
                names.open()
            }
            let clock = ContinuousClock()
            let start = clock.now
            let recorder = try await desk.start("tallylight-recorder", [])
            await names.pass()
            // A call that waited for one of ours would do so for as long as ours are given, which is 25 s.
            #expect(clock.now - start < .seconds(12))
            #expect(answers.all == ["", "recording", "", "paused", "", "recording", "", "paused"])
            await recorder.send(SIGTERM)
            #expect(try await recorder.finish().ending == .signalled(SIGTERM))
            #expect(desk.recordings.count == 1)
        }
        await bus.finish()
    }
}

/// What was answered.
private final class BusLog: Sendable {
    private let answers = Mutex<[String]>([])
    var all: [String] { answers.withLock(\.self) }
    func add(_ answer: String) { answers.withLock { $0.append(answer) } }
}

extension HostileBus {
    /// Behaves like a bus until the recorder has both its names.
    ///
    /// - Parameter interlude: what happens before each of the two is given.
    fileprivate func introduce(_ client: Int32, interlude: () -> Void = {}) {
        guard welcome(client) else { return }
        var names = 0
        while names < 2, let call = RawSocket.readMessage(from: client) {
            guard call.type == 1 else { continue }
            if call.text(of: 3) == "RequestName" {
                names += 1
                interlude()
            }
            obey(call, from: client)
        }
    }
}

extension RawSocket {
    /// Calls the recorder and waits for the answer.
    ///
    /// - Returns: the state a command has led to, nothing for properties, or the error's name.
    fileprivate static func ask(_ member: String, _ client: Int32) -> String {
        let isQuestion = member == "GetAll"
        let interface = isQuestion ? "org.freedesktop.DBus.Properties" : "org.tallylight.Recorder1"
        var call = RawMessage(call: member, on: "/org/tallylight/Recorder1", of: interface, at: "org.tallylight.Recorder1", from: ":1.9")
        call.serial = 77
        if isQuestion {
            call.fields.append((8, "g", RawMessage.signature("s")))
            call.body = RawMessage.string("org.tallylight.Recorder1")
        }
        write(call.bytes, to: client)
        while let answer = readMessage(from: client) {
            switch answer.type {
            case 2: return isQuestion ? "" : String(decoding: answer.body.dropFirst(4).dropLast(), as: UTF8.self)
            case 3: return answer.text(of: 4)
            // A signal, on its way before.
            default: continue
            }
        }
        return "nothing"
    }

    fileprivate static func write(_ text: String, toPipe writer: Int32) {
        _ = Glibc.write(writer, text, text.utf8.count)
    }
}
