// SPDX-License-Identifier: MIT

package import Commanding
package import Recording
internal import Synchronization

/// A capture that does what it is told, and remembers the calls in their order.
package final class FakeCapture: Capturing {
    /// A call that reached it.
    package enum Call: Hashable, Sendable {
        case start
        case pause
        case resume
        case stop
    }

    private struct State {
        var calls: [Call] = []
        var errors: [Call: RecordingError] = [:]
        var frames: Int64 = 0
        var running = 0
        var suspensions = 0
    }

    private let clock: ManualClock
    private let state = Mutex(State())
    private let continuation: AsyncStream<CaptureEvent>.Continuation
    /// What it says by itself: sent with ``say(_:)``.
    package let events: AsyncStream<CaptureEvent>
    /// Where calls wait while it is closed.
    package let gate: Gate

    /// A capture on `clock`; its calls wait at `gate`.
    package init(clock: ManualClock, gate: Gate = Gate(isOpen: true)) {
        self.clock = clock
        self.gate = gate
        (events, continuation) = AsyncStream.makeStream(of: CaptureEvent.self)
    }

    /// The calls so far.
    package var calls: [Call] { state.withLock(\.calls) }

    /// How often the machine went to sleep.
    package var suspensions: Int { state.withLock(\.suspensions) }

    /// What it counts as captured.
    package var frames: Int64 {
        get { state.withLock(\.frames) }
        set { state.withLock { $0.frames = newValue } }
    }

    /// Makes every `call` from now on fail with `error`, or work again.
    package func fail(_ call: Call, with error: RecordingError?) { state.withLock { $0.errors[call] = error } }

    /// Says something by itself.
    package func say(_ event: CaptureEvent) { continuation.yield(event) }

    package func start(at path: String) async throws(RecordingError) -> CaptureStart {
        try await call(.start)
        return CaptureStart(firstFrame: clock.now, source: "Fake Microphone")
    }

    package func pause() async throws(RecordingError) -> CapturePosition {
        try await call(.pause)
        return CapturePosition(frames: frames)
    }

    package func resume() async throws(RecordingError) -> CaptureStart {
        try await call(.resume)
        return CaptureStart(firstFrame: clock.now, source: "Fake Microphone")
    }

    package func stop() async throws(RecordingError) -> CapturePosition {
        try await call(.stop)
        return CapturePosition(frames: frames)
    }

    package func suspend() async {
        state.withLock { $0.suspensions += 1 }
        say(.interrupted(.suspended, CapturePosition(frames: frames)))
    }

    package func level() async -> Double { -20 }

    private func call(_ call: Call) async throws(RecordingError) {
        state.withLock { state in
            state.running += 1
            precondition(state.running == 1, "two calls reached the capture at a time")
            state.calls.append(call)
        }
        defer { state.withLock { $0.running -= 1 } }
        await gate.pass()
        if let error = state.withLock({ $0.errors[call] }) { throw error }
    }
}
