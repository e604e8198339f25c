// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Recording
import TestSupport

/// A recorder with a fake behind every port.
struct RecorderRig {
    let clock = ManualClock()
    let capture: FakeCapture
    let store: FakeStore
    let transcriber: FakeTranscriber
    let preinstaller: FakePreinstaller
    let reporter = SpyReporter()
    let recorder: Recorder

    init(
        kept: [StoredTake] = [], captureGate: Gate = Gate(isOpen: true), transcriber: FakeTranscriber = FakeTranscriber(),
        preinstaller: FakePreinstaller = FakePreinstaller()
    ) async {
        Loop.shared.runInBackground()
        capture = FakeCapture(clock: clock, gate: captureGate)
        store = FakeStore(kept: kept)
        self.transcriber = transcriber
        self.preinstaller = preinstaller
        recorder = Recorder(
            Recorder.Ports(capture: capture, store: store, transcriber: transcriber, preinstaller: preinstaller, clock: clock), locale: "en",
            on: Loop.shared)
        _ = await recorder.open()
        await recorder.attach(reporter)
        await recorder.listen()
    }

    /// Leads a take to `state`.
    func lead(to state: RecordingState) async throws {
        if state != .notRecording { _ = try await recorder.perform(.start, session: nil) }
        if state == .paused || state == .processing { _ = try await recorder.perform(.pause, session: nil) }
        if state == .processing { _ = try await recorder.perform(.process, session: nil) }
    }
}
