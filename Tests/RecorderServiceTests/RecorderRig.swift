// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import RecorderService
import Recording
import TestSupport

/// A real model on fake ports, with the commander every surface gets and the object the bus gets.
struct RecorderRig: Sendable {
    let clock: ManualClock
    let capture: FakeCapture
    let store: FakeStore
    let transcriber: FakeTranscriber
    let reporter = SpyReporter()
    let recorder: Recorder
    let commander: RecordingCommander
    let object: RecorderObject

    init(captureGate: Gate = Gate(isOpen: true), transcriber: FakeTranscriber = FakeTranscriber()) async {
        let faked = await FakedRecorder(transcriber: transcriber, microphone: captureGate)
        (clock, capture, store, self.transcriber) = (faked.clock, faked.capture, faked.store, transcriber)
        (recorder, commander) = (faked.recorder, faked.commander)
        object = RecorderObject(showing: faked.activity, version: "1.2.3")
        await recorder.attach(object)
        await recorder.attach(commander)
        await recorder.attach(reporter)
        await recorder.listen()
    }
}
