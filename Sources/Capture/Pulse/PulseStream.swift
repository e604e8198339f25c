// SPDX-License-Identifier: MIT

internal import CPulse
internal import Commanding
internal import EventLoop
internal import Localization
internal import SoundFiles

/// A stream of what one source records, 16 bit, mono, 48 kHz, whatever the source's own format is or becomes.
///
/// It never moves to another source (`DONT_MOVE`): a server whose microphone is unplugged would else move it to the monitor of an output and go on.
@LoopActor
final class PulseStream {
    /// Audio in a fragment, as asked for: less and the process wakes too often, more and a stop loses too much.
    static let fragment = Duration.milliseconds(100)
    /// How often what has arrived is read while nobody waits for an answer: a little less often than fragments come, so that there is one at each look.
    ///
    /// PipeWire makes them of whole quantums, 85 or 107 ms long; a look that came just before one would be another wakeup for nothing.
    static let readingPace = Duration.milliseconds(125)

    /// The source it records from.
    let source: PulseSource
    private let connection: PulseConnection
    private let stream: OpaquePointer
    private let opening = Reply<Void>()
    private weak var listener: (any PulseStreamListening)?

    /// A stream that is not connected yet.
    init(_ source: PulseSource, over connection: PulseConnection, for listener: any PulseStreamListening) throws(RecordingError) {
        var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(SoundFormat.rate), channels: 1)
        guard let stream = pa_stream_new(connection.context, localized("Recording"), &format, nil) else {
            throw RecordingError(pulse: pa_context_errno(connection.context), source: source.description)
        }
        self.source = source
        self.connection = connection
        self.stream = stream
        self.listener = listener
    }

    isolated deinit {
        disconnect()
        pa_stream_unref(stream)
    }

    /// Begins to record; returns when the server has opened the source.
    ///
    /// Frames may arrive before.
    func connect(by deadline: MonotonicTime) async throws(RecordingError) {
        let listener = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(stream, { PulseCallback.enter($1, as: PulseStream.self) { $0.stateChanged() } }, listener)
        pa_stream_set_read_callback(stream, { PulseCallback.enter($2, as: PulseStream.self) { $0.read() } }, listener)
        pa_stream_set_suspended_callback(stream, { PulseCallback.enter($1, as: PulseStream.self) { $0.suspensionChanged() } }, listener)
        pa_stream_set_moved_callback(stream, { PulseCallback.enter($1, as: PulseStream.self) { $0.moved() } }, listener)
        var attributes = pa_buffer_attr(maxlength: .max, tlength: .max, prebuf: .max, minreq: .max, fragsize: Self.fragmentBytes)
        let flags = pa_stream_flags_t(PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue)
        guard pa_stream_connect_record(stream, source.name, &attributes, flags) == 0 else { throw error }
        try await opening.value(by: deadline, else: .serverSilent)
    }

    /// Ends the stream.
    ///
    /// Its listener hears of nothing any more.
    func close() {
        listener = nil
        disconnect()
    }

    /// Lets the source sleep, or wakes it up.
    ///
    /// Returns when the server has done so.
    func cork(_ isCorked: Bool, by deadline: MonotonicTime) async throws(RecordingError) {
        _ = try await connection.ask(by: deadline) { _ in pa_stream_cork(stream, isCorked ? 1 : 0, nil, nil) }
    }

    /// Lets the source sleep without waiting for it.
    func corkSoon() {
        pa_stream_cork(stream, 1, nil, nil).map { pa_operation_unref($0) }
    }

    private static let fragmentBytes = UInt32(fragment.wholeMicroseconds * Int64(SoundFormat.rate * SoundFormat.bytesPerFrame) / 1_000_000)

    private func disconnect() {
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_read_callback(stream, nil, nil)
        pa_stream_set_suspended_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
    }

    /// Frames that can be read now, those being read among them.
    var waitingFrames: Int {
        let bytes = pa_stream_readable_size(stream)
        return bytes == .max ? 0 : bytes / SoundFormat.bytesPerFrame
    }

    private var error: RecordingError { RecordingError(pulse: pa_context_errno(connection.context), source: source.description) }

    private var isOnItsSource: Bool { String(pulse: pa_stream_get_device_name(stream)) == source.name }

    // MARK: What the server says

    private func stateChanged() {
        switch pa_stream_get_state(stream) {
        case PA_STREAM_READY:
            // Before the first frame: PipeWire takes another source when it does not find the one it was given the name of.
            guard isOnItsSource else {
                opening.fail(.wrongSource(source))
                close()
                return
            }
            opening.succeed(())
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED:
            opening.fail(error)
            listener?.streamEnded(self)
        default:
            break
        }
    }

    private func suspensionChanged() {
        listener?.stream(self, isSuspended: pa_stream_is_suspended(stream) > 0)
    }

    private func moved() {
        guard !isOnItsSource else { return }
        listener?.streamEnded(self)
    }

    private func read() {
        var data: UnsafeRawPointer?
        var size = 0
        while pa_stream_peek(stream, &data, &size) == 0, size > 0 {
            let count = size / SoundFormat.bytesPerFrame
            if let data {
                // Safety: libpulse hands out whole frames of the format asked for, aligned for it, valid until the drop.
                listener?.stream(self, received: UnsafeBufferPointer(start: data.assumingMemoryBound(to: Int16.self), count: count))
            } else {
                // A hole in the stream: silence keeps what follows in its place.
                withUnsafeTemporaryAllocation(of: Int16.self, capacity: count) { silence in
                    silence.initialize(repeating: 0)
                    listener?.stream(self, received: UnsafeBufferPointer(silence))
                }
            }
            pa_stream_drop(stream)
        }
    }
}
