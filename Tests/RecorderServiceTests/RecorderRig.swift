// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import RecorderService
import Recording
import TestSupport

/// A real model on fake ports, with the commander every surface gets and the object the bus gets.
struct RecorderRig: Sendable {
    let clock = ManualClock()
    let capture: FakeCapture
    let store: FakeStore
    let transcriber: FakeTranscriber
    let reporter = SpyReporter()
    let recorder: Recorder
    let commander: RecordingCommander
    let object: RecorderObject

    init(captureGate: Gate = Gate(isOpen: true), transcriber: FakeTranscriber = FakeTranscriber()) async {
        Loop.shared.runInBackground()
        capture = FakeCapture(clock: clock, gate: captureGate)
        store = FakeStore()
        self.transcriber = transcriber
        recorder = Recorder(
            Recorder.Ports(capture: capture, store: store, transcriber: transcriber, preinstaller: FakePreinstaller(), clock: clock), locale: "en",
            on: Loop.shared)
        let activity = await recorder.open()
        commander = RecordingCommander(model: recorder, activity: activity, on: Loop.shared)
        object = RecorderObject(showing: activity, version: "1.2.3")
        await recorder.attach(object)
        await recorder.attach(commander)
        await recorder.attach(reporter)
        await recorder.listen()
    }
}
