// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// One GNOME Shell with a recorder, for all tests of a suite: it takes seconds to start.
///
/// Each test begins with a recorder that is idle, in an unlocked session with all menus closed.
struct GnomeStage: SuiteTrait, TestScoping {
    /// What the tests of the suite play in.
    @TaskLocal static var scene: GnomeScene?

    @concurrent
    func provideScope(for test: Test, testCase: Test.Case?, performing body: @Sendable @concurrent () async throws -> Void) async throws {
        let engine = StandInEngine.held()
        let sound = try await PrivatePulse.start(.sink)
        try await GnomeWorld.use(sound: sound, extra: engine.environment) { world in
            let shell = try await onLoop { try await GnomeShell.start(in: world) }
            let keys = try await world.startMediaKeys()
            // Somebody speaks all the time: a take in which nobody does has no text, and says so.
            let speech = try await sound.play(Array(repeating: Speech.load().samples, count: 60).flatMap(\.self))
            try await running {
                let scene = GnomeScene(shell: shell, engine: engine, recorder: Held(try await world.desk.startRecorder()))
                try await Self.$scene.withValue(scene) { try await body() }
            } finally: {
                await world.desk.endIndicator()
                await speech.terminate()
                await keys.terminate()
                await shell.end()
            }
        }
    }
}

extension Trait where Self == GnomeStage {
    /// A GNOME Shell for the whole suite.
    static var gnomeShell: GnomeStage { GnomeStage() }
}
