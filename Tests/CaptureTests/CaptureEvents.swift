// SPDX-License-Identifier: MIT

import Commanding
import Recording
import Testing

/// Reads the events of a capture in order, skipping those a test does not ask for.
struct CaptureEvents {
    private var iterator: AsyncStream<CaptureEvent>.Iterator

    init(_ capture: any Capturing) { iterator = capture.events.makeAsyncIterator() }

    /// The next event but `progressed`.
    mutating func next() async throws -> CaptureEvent {
        while let event = await iterator.next(isolation: #isolation) {
            if case .progressed = event { continue }
            return event
        }
        throw CancellationError()
    }

    /// The next `progressed`.
    mutating func progress() async throws -> (position: CapturePosition, at: MonotonicTime) {
        while let event = await iterator.next(isolation: #isolation) {
            if case .progressed(let position, let moment) = event { return (position, moment) }
        }
        throw CancellationError()
    }

    /// The position of the next `interrupted`, which must be for `reason` and come before any other event but `progressed`.
    mutating func interruption(_ reason: Interruption) async throws -> CapturePosition {
        let event = try await next()
        guard case .interrupted(reason, let position) = event else {
            Issue.record("expected an interruption, \(reason), and got \(event)")
            throw CancellationError()
        }
        return position
    }
}
