// SPDX-License-Identifier: MIT

public import Commanding

/// Captures audio from a microphone into a file.
///
/// The four calls reach it in the order of the transitions, never two at a time.
public protocol Capturing: Sendable {
    /// Opens the microphone and writes what it delivers to a new file at `path`, FLAC, 16 bit, mono, 48 kHz.
    ///
    /// Returns when the first frames are captured and the file has taken them, within 3 s; throws and leaves neither stream nor file behind otherwise.
    func start(at path: String) async throws(RecordingError) -> CaptureStart

    /// Lets the microphone sleep. Returns when the server has corked the stream.
    func pause() async throws(RecordingError) -> CapturePosition

    /// Wakes the microphone up again, or finds it again when it was lost. Returns when frames arrive, within 3 s.
    func resume() async throws(RecordingError) -> CaptureStart

    /// Closes the microphone, lets the last frames arrive, and closes the file: all of it is on disk when this returns.
    func stop() async throws(RecordingError) -> CapturePosition

    /// The machine goes to sleep: ends the stretch, which ``events`` tells. Returns when all of the take is on disk, or the disk does not answer.
    ///
    /// It may be called beside the others, and does nothing where no take is open.
    func suspend() async

    /// What happens to the capture by itself, in order. One reader; kept until read.
    var events: AsyncStream<CaptureEvent> { get }

    /// The level of the last fragment in dBFS; minus infinity when nothing is being captured.
    func level() async -> Double
}
