// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("The extension as a module, for GNOME Shell 45 and later", .timeLimit(.minutes(1)))
struct ExtensionModuleTests {
    private func use(_ body: @escaping @LoopActor (Desk, ExtensionModule, PrivatePulse) async throws -> Void) async throws {
        let engine = StandInEngine.held()
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse, extra: engine.environment.merging(["GSETTINGS_BACKEND": "memory"]) { $1 }) { desk in
            let module = try await ExtensionModule(version: "47", on: desk)
            try await onLoop { try await body(desk, module, pulse) }
            #expect(try await module.end() == "")
        }
    }

    @Test
    func `it follows a take, and its buttons lead it`() async throws {
        try await use { desk, module, pulse in
            _ = try await desk.startRecorder()
            module.tell("on")
            #expect(try await module.until("ready") == "ready | Not recording | Record | Not recording")
            module.tell("press Record")
            try await module.until("recording 0:00")
            // Silence would be done with at once.
            await pulse.say(SoundComparison.tone(seconds: 1))
            try await module.until("recording 0:01")
            module.tell("press Pause")
            let paused = try await module.until("paused")
            #expect(paused.hasSuffix("| Resume, Process, Discard | Paused, less than a minute"), "\(paused)")
            module.tell("lock")
            #expect(try await module.state().wholeMatch(of: /paused (0:0\d) \| Paused \/ \1 \| Resume \| Paused, less than a minute/) != nil)
            module.tell("press Resume")
            try await module.until("recording")
            module.tell("unlock")
            module.tell("press Finish")
            #expect(try await module.until("processing").contains("| Discard |"))
            module.tell("press Discard")
            try await module.until("ready")
            module.tell("off")
            #expect(try await module.state() == "off, 0 timers, 0 handlers")
        }
    }

    @Test
    func `it comes and goes with the recorder, and leaves nothing when it is switched off at any moment`() async throws {
        try await use { desk, module, _ in
            module.tell("on")
            #expect(try await module.state() == "hidden")
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            try await module.until("recording")
            for _ in 0..<10 {
                module.tell("off")
                #expect(try await module.state() == "off, 0 timers, 0 handlers")
                module.tell("on")
            }
            try await module.until("recording")
            recorder.send(SIGKILL)
            _ = try await recorder.finish()
            try await module.until("hidden")
            module.tell("off")
            #expect(try await module.state() == "off, 0 timers, 0 handlers")
        }
    }

    @Test
    func `what the recorder refuses is shown in its own words`() async throws {
        try await Desk.use(extra: ["GSETTINGS_BACKEND": "memory"]) { desk in
            let module = try await ExtensionModule(version: "47", on: desk)
            _ = try await desk.startRecorder()
            let refusal = try await desk.tallylight("start").errors.replacing("tallylight: ", with: "").replacing("\n", with: "")
            try await onLoop {
                module.tell("on")
                try await module.until("ready")
                module.tell("press Record")
                try await module.until("ready | Not recording / \(refusal) | Record | Not recording")
            }
            #expect(try await module.end() == "")
        }
    }

    @Test
    func `C141: a recorder that is stopped is shown as silent`() async throws {
        try await use { desk, module, _ in
            let recorder = try await desk.startRecorder()
            recorder.send(SIGSTOP)
            try await running {
                module.tell("on")
                #expect(try await module.until("attention") == "attention | The recorder does not answer |  | The recorder does not answer")
                recorder.send(SIGCONT)
                try await module.until("ready")
                recorder.send(SIGSTOP)
                module.tell("press Record")
                try await module.until("ready | Not recording / The recorder does not answer. | Record")
                module.tell("open")
                try await module.until("attention")
            } finally: {
                recorder.send(SIGCONT)
            }
        }
    }
}
