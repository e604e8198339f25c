// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// The table of interruptions, on both servers: what happened to the take and, in milliseconds, the sound lost when it happened, what is missing of that which was said shortly before
/// and after, the time until it was noticed, and the time until the take went on.
@Suite("Bad days: what an interruption costs", .crowded, .timeLimit(.minutes(5)))
struct InterruptionTableTests {
    private static let pausesAndGoesOn = "paused, went on by itself"

    @Test(arguments: SoundServer.allCases)
    func `C091: a microphone that is unplugged and plugged in again`(_ server: SoundServer) async throws {
        try await InterruptedTake.use(server.start()) { take in
            let (lost, noticed) = try await take.pause { try await take.sound.unplug() }
            try await take.play(InterruptedTake.secret)
            let back = try await take.goOn { try await take.sound.plugSource() }
            let missing = try await take.finish()
            InterruptedTake.report("unplugged and back", server, Self.pausesAndGoesOn, lost: lost, missing: missing, noticed: noticed, back: back)
        }
    }

    @Test(arguments: SoundServer.allCases)
    func `a sound server that is killed and started again`(_ server: SoundServer) async throws {
        try await InterruptedTake.use(server.start()) { take in
            let (lost, noticed) = try await take.pause { await take.sound.kill() }
            let back = try await take.goOn { try await take.sound.restart() }
            let missing = try await take.finish()
            InterruptedTake.report("server killed and restarted", server, Self.pausesAndGoesOn, lost: lost, missing: missing, noticed: noticed, back: back)
        }
    }

    @Test
    func `the PulseAudio server of PipeWire that is killed alone and started again`() async throws {
        let sound = try await PrivatePipeWire.start()
        try await InterruptedTake.use(sound) { take in
            let (lost, noticed) = try await take.pause { try await sound.killPulseServer() }
            let back = try await take.goOn { try await sound.startPulseServer() }
            let missing = try await take.finish()
            InterruptedTake.report("pipewire-pulse killed and restarted", .pipeWire, Self.pausesAndGoesOn, lost: lost, missing: missing, noticed: noticed, back: back)
        }
    }

    @Test(arguments: SoundServer.allCases)
    func `C093: a server that is frozen, which nobody tells`(_ server: SoundServer) async throws {
        try await InterruptedTake.use(server.start()) { take in
            let (lost, noticed) = try await take.pause { await take.sound.freeze() }
            let back = try await take.goOn { await take.sound.thaw() }
            let missing = try await take.finish()
            InterruptedTake.report("stalled with no event (server frozen)", server, Self.pausesAndGoesOn, lost: lost, missing: missing, noticed: noticed, back: back)
        }
    }

    @Test
    func `a source that is suspended and awake again, on PulseAudio`() async throws {
        try await InterruptedTake.use(SoundServer.pulseAudio.start()) { take in
            let (lost, noticed) = try await take.pause { try await take.sound.pactl("suspend-source", "vmic", "1") }
            try await take.play(InterruptedTake.secret)
            let back = try await take.goOn { try await take.sound.pactl("suspend-source", "vmic", "0") }
            let missing = try await take.finish()
            InterruptedTake.report("source suspended and resumed", .pulseAudio, Self.pausesAndGoesOn, lost: lost, missing: missing, noticed: noticed, back: back)
        }
    }

    @Test
    func `a source that is suspended while somebody records from it stays awake on PipeWire, and nothing is lost`() async throws {
        try await InterruptedTake.use(SoundServer.pipeWire.start()) { take in
            try await take.sound.pactl("suspend-source", "vmic", "1")
            let missing = try await take.finish()
            await expectNoPause(take)
            InterruptedTake.report("source suspended", .pipeWire, "no effect on a running stream", missing: missing)
        }
    }

    @Test(arguments: SoundServer.allCases)
    func `another default source changes nothing, and is not recorded when the take's own is unplugged`(_ server: SoundServer) async throws {
        try await InterruptedTake.use(server.start()) { take in
            try await addMicrophone(take.sound)
            try await take.sound.pactl("set-default-source", "other")
            #expect(try await take.desk.status("state") == "recording")
            await expectNoPause(take)
            InterruptedTake.report("default source changed", server, "goes on with its own")
            let (lost, noticed) = try await take.pause { try await take.sound.unplug() }
            try await take.play(InterruptedTake.secret)
            #expect(try await take.sound.recorderStream() == nil)
            let back = try await take.goOn { try await take.sound.plugSource() }
            let missing = try await take.finish()
            InterruptedTake.report("unplugged, another is the default", server, "\(Self.pausesAndGoesOn) with its own", lost: lost, missing: missing, noticed: noticed, back: back)
        }
    }

    @Test(arguments: SoundServer.allCases, ["source", "source-output"])
    func `a microphone that is muted is silence, and no interruption`(_ server: SoundServer, _ what: String) async throws {
        try await InterruptedTake.use(server.start()) { take in
            let name = what == "source" ? "vmic" : String(try #require(await take.sound.recorderStream()).prefix { $0.isNumber })
            // As somebody who speaks on: without it, silence is no wonder.
            let player = try await take.sound.play(SoundComparison.noise(seconds: 20, seed: 4))
            let start = MonotonicClock.microseconds
            try await take.sound.pactl("set-\(what)-mute", name, "1")
            let line = try await take.watch.until("\"notice\":\"silence\"")
            let noticed = Int(MonotonicClock.microseconds - start) / 1000
            #expect(line.json("state") == "recording")
            // 5 s of zeros, told once a second; some of them may be from before the player was heard.
            #expect(noticed > 2000 && noticed < 15_000)
            try await take.sound.pactl("set-\(what)-mute", name, "0")
            try await take.watch.until("\"notice\":null")
            await player.terminate()
            let missing = try await take.finish()
            await expectNoPause(take)
            InterruptedTake.report(what == "source" ? "source muted" : "stream muted", server, "recorded as silence, which is told", missing: missing, noticed: noticed)
        }
    }

    @Test(arguments: SoundServer.allCases)
    func `a stream that the user ends in the mixer goes on only when the user says so`(_ server: SoundServer) async throws {
        try await InterruptedTake.use(server.start()) { take in
            let (lost, noticed) = try await take.pause { try await endStream(of: take) }
            try await take.play(InterruptedTake.secret)
            #expect(try await take.desk.status("state") == "paused")
            try await take.desk.ask("resume")
            let missing = try await take.finish()
            InterruptedTake.report("stream killed in the mixer", server, "paused, waits for the user", lost: lost, missing: missing, noticed: noticed)
        }
    }

    @Test
    func `PulseAudio that is replaced by PipeWire at the same address`() async throws {
        let (old, new) = (try await PrivatePulse.start(), try await PrivatePipeWire.start())
        let folder = ScratchFolder()
        let address = folder.file("native")
        try link(address, to: old)
        try await running {
            try await InterruptedTake.use(old, extra: ["PULSE_SERVER": "unix:\(address)"]) { take in
                let (lost, noticed) = try await take.pause { await old.stop() }
                let back = try await take.goOn(with: new) { try link(address, to: new) }
                let missing = try await take.finish(sayingLast: new)
                InterruptedTake.report("PulseAudio replaced by PipeWire", .pulseAudio, Self.pausesAndGoesOn, lost: lost, missing: missing, noticed: noticed, back: back)
            }
        } finally: {
            await new.stop()
        }
    }

    @Test(arguments: SoundServer.allCases)
    func `C097: a microphone that comes back with other rates and channels leaves the file's rate and the tone alone`(_ server: SoundServer) async throws {
        try await InterruptedTake.use(server.start()) { take in
            var ends = [Int64(try await take.desk.status("current_usec"))]
            for (rate, channels) in [(48_000, 1), (16_000, 1), (44_100, 2)] {
                if rate != 48_000 { _ = try await take.goOn { try await take.sound.plugSource(rate: rate, channels: channels) } }
                try await take.play(SoundComparison.tone(seconds: 1, rate: 48_000))
                let (lost, noticed) = try await take.pause { try await take.sound.unplug() }
                ends.append(Int64(try await take.desk.status("elapsed_usec")))
                InterruptedTake.report("gone and back with \(rate) Hz, \(channels) channels", server, Self.pausesAndGoesOn, lost: lost, noticed: noticed)
            }
            try await take.desk.ask("quit", "--force")
            let audio = try #require(take.desk.recordings.first)
            #expect(try await take.desk.run("soxi", "-r", audio).output == "48000\n")
            let recorded = try await SoundComparison.decode(audio)
            let places = try ends.map { Int(try #require($0) * 48 / 1000) }
            for (start, end) in zip(places, places.dropFirst()) {
                let loud = recorded[start..<min(end, recorded.count)].drop { abs(Int($0)) < 1000 }
                let length = loud.count - loud.reversed().prefix { abs(Int($0)) < 1000 }.count
                #expect(abs(length - 48_000) < 4800)
                #expect(abs(SoundComparison.hertz(loud.dropFirst(4800).prefix(36_000)) - 440) < 3)
            }
        }
    }

    @Test
    func `C097: a server that changes its rate in a take, on PipeWire, changes neither the file's nor the tone nor the length`() async throws {
        try await InterruptedTake.use(SoundServer.pipeWire.start()) { take in
            let begin = try #require(Int(try await take.desk.status("anchor_timestamp_monotonic")))
            var places: [Int] = []
            for rate in [48_000, 44_100, 96_000] {
                _ = try await Subprocess.run("/usr/bin/pw-metadata", ["-n", "settings", "0", "clock.force-rate", "\(rate)"], environment: take.sound.environment).succeeded()
                places.append(try #require(Int(try await take.desk.status("current_usec"))) * 48 / 1000)
                try await take.play(SoundComparison.tone(seconds: 1.5, rate: 48_000))
            }
            await expectNoPause(take)
            let asked = Int(MonotonicClock.microseconds)
            try await take.desk.ask("pause")
            let answered = Int(MonotonicClock.microseconds)
            try await take.desk.ask("quit", "--force")
            let audio = try #require(take.desk.recordings.first)
            #expect(try await take.desk.run("soxi", "-r", audio).output == "48000\n")
            let recorded = try await SoundComparison.decode(audio)
            // What a server has in hand, and what the published anchor may be off.
            let length = recorded.count * 1000 / 48
            #expect((asked - begin - 500_000...answered - begin + 500_000).contains(length))
            for place in places {
                // What is played begins to be heard a little later, and the first of it while the server changes.
                let tone = recorded[min(place, recorded.count)...].drop { abs(Int($0)) < 1000 }.dropFirst(12_000).prefix(24_000)
                #expect(abs(SoundComparison.hertz(tone) - 440) < 3)
            }
            InterruptedTake.report("server's rate 48 → 44.1 → 96 kHz", .pipeWire, "goes on, \(length / 1000) ms long of \((answered - begin) / 1000)")
        }
    }

    // MARK: What happens

    private func expectNoPause(_ take: InterruptedTake) async {
        let lines = await take.watch.lines
        #expect(lines.allSatisfy { $0.contains("\"interrupted\":false") }, "\(lines)")
    }

    /// Adds a second microphone, with a sink of its own.
    private func addMicrophone(_ sound: any VirtualMicrophone) async throws {
        try await sound.pactl("load-module", "module-null-sink", "sink_name=other_sink", "rate=48000", "channels=1")
        try await sound.pactl("load-module", "module-remap-source", "source_name=other", "master=other_sink.monitor", "channels=1")
        while try await !sound.pactl("list", "short", "sources").contains("\tother\t") {}
    }

    /// Ends the recorder's stream as mixers do, by its number.
    private func endStream(of take: InterruptedTake) async throws {
        let stream = try #require(await take.sound.recorderStream())
        if let pulse = take.sound as? PrivatePulse {
            pulse.command("kill-source-output \(stream.prefix { $0.isNumber })")
        } else {
            // PipeWire's tools know it by another number.
            let place = try #require(stream.firstRange(of: "object.id = \""), "\(stream)")
            let node = String(stream[place.upperBound...].prefix { $0.isNumber })
            _ = try await Subprocess.run("/usr/bin/pw-cli", ["destroy", node], environment: take.sound.environment).succeeded()
        }
    }

    /// Has `path` lead to a server.
    private func link(_ path: String, to sound: any VirtualMicrophone) throws {
        let name = sound.server.dropFirst("unix:".count)
        guard symlink(String(name), "\(path).new") == 0, rename("\(path).new", path) == 0 else { throw DeskError("no link at \(path)") }
    }
}
