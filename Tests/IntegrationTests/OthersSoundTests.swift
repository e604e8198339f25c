// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// Volumes, mutes and defaults are the user's: nothing sets them, so nothing has to be put back.
@Suite("Bad days: the user's own settings of sound", .crowded, .timeLimit(.minutes(5)))
struct OthersSoundTests {
    /// Where the recorder is when it is killed.
    private enum Point: CaseIterable {
        case recording, muted, paused, processing
    }

    @Test(arguments: SoundServer.allCases)
    func `C099: killed while recording, paused and processing, it leaves every volume, mute and default as it was`(_ server: SoundServer) async throws {
        let engine = StandInEngine.held()
        let sound = try await server.start()
        let settings = try await stir(sound)
        try await Desk.use(sound: sound, configuration: "install-engines = no\nlanguage = en\ndevice = vmic\n", extra: engine.environment) { desk in
            for point in Point.allCases {
                if point == .muted { try await sound.pactl("set-source-mute", "vmic", "1") }
                let before = try await sound.settings()
                let recorder = try await desk.startRecorder()
                try await desk.ask("start")
                #expect(try await sound.play(SoundComparison.noise(seconds: 0.8)).finish().code == 0)
                if point == .paused || point == .processing { try await desk.ask("pause") }
                if point == .processing { try await desk.ask("process") }
                #expect(try await desk.status("state") == (point == .muted ? "recording" : "\(point)"))
                #expect(try await sound.settings() == before)
                await recorder.send(SIGKILL)
                _ = try await recorder.finish()
                #expect(try await sound.settings() == before)
                let next = try await desk.startRecorder()
                #expect(try await sound.settings() == before)
                await next.send(SIGTERM)
                _ = try await next.finish()
                if point == .muted { try await sound.pactl("set-source-mute", "vmic", "0") }
            }
            #expect(desk.takes.count == Point.allCases.count)
        }
        #expect(settings.contains("Default Source: odd_source") && settings.contains("Mute: yes"))
    }

    /// Sets what can be set to what nobody would set it to, and returns it all.
    private func stir(_ sound: any VirtualMicrophone) async throws -> String {
        try await sound.pactl("load-module", "module-null-sink", "sink_name=odd", "rate=48000", "channels=1")
        try await sound.pactl("load-module", "module-remap-source", "source_name=odd_source", "master=odd.monitor", "channels=1")
        while try await !sound.pactl("list", "short", "sources").contains("\todd_source\t") {}
        try await sound.pactl("set-source-volume", "vmic", "42%")
        try await sound.pactl("set-source-volume", "odd_source", "137%")
        try await sound.pactl("set-source-mute", "odd_source", "1")
        try await sound.pactl("set-sink-volume", "odd", "3%")
        try await sound.pactl("set-sink-mute", "odd", "1")
        try await sound.pactl("set-default-sink", "odd")
        try await sound.pactl("set-default-source", "odd_source")
        while try await !sound.settings().contains("Default Source: odd_source") {}
        return try await sound.settings()
    }
}
