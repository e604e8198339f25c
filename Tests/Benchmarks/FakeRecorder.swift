// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import RecorderService
import Recording
import TestSupport

/// The recorder with a fake behind every port, composed as the product is: what a command costs when neither microphone nor disk take part.
@LoopActor
enum FakeRecorder {
    /// The first argument with which this program becomes that recorder.
    nonisolated static let role = "recorder-on-fakes"

    static func run() async -> Int32 {
        let clock = ManualClock()
        let ports = Recorder.Ports(
            capture: FakeCapture(clock: clock), store: FakeStore(), transcriber: FakeTranscriber(), preinstaller: FakePreinstaller(), clock: clock)
        let recorder = Recorder(ports, locale: "en", on: Loop.shared)
        let activity = await recorder.open()
        let commander = RecordingCommander(model: recorder, activity: activity, on: Loop.shared)
        let object = RecorderObject(showing: activity, version: "0")
        await recorder.attach(commander)
        await recorder.attach(object)
        await recorder.listen()
        do {
            let presence = BusPresence(of: object, commanding: commander, at: try BusAddress.session())
            try await presence.open()
            await recorder.untilEnded()
            await presence.close()
            return 0
        } catch {
            return 1
        }
    }
}
