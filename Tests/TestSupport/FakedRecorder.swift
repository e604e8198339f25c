// SPDX-License-Identifier: MIT

package import Commanding
internal import EventLoop
package import Recording

/// A real model on fake ports, with the commander that every surface gets.
///
/// Surfaces are attached to ``recorder`` in the order a test wants them, and then it has to ``Recorder/listen()``.
package struct FakedRecorder: Sendable {
    package let clock = ManualClock()
    package let capture: FakeCapture
    package let store: FakeStore
    package let transcriber: FakeTranscriber
    package let recorder: Recorder
    /// What it shows at first.
    package let activity: Activity
    package let commander: RecordingCommander

    /// A recorder that is open, whose microphone waits at `microphone`.
    ///
    /// - Parameter kept: takes that it finds.
    package init(transcriber: FakeTranscriber = FakeTranscriber(), microphone: Gate = Gate(isOpen: true), kept: [StoredTake] = []) async {
        Loop.shared.runInBackground()
        self.transcriber = transcriber
        store = FakeStore(kept: kept)
        capture = FakeCapture(clock: clock, gate: microphone)
        let ports = Recorder.Ports(capture: capture, store: store, transcriber: transcriber, preinstaller: FakePreinstaller(), clock: clock)
        recorder = Recorder(ports, locale: "en", on: Loop.shared)
        activity = await recorder.open()
        commander = RecordingCommander(model: recorder, activity: activity, on: Loop.shared)
    }
}
