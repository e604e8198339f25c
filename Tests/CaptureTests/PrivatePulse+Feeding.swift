// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import Recording
import TestSupport

extension MonotonicTime {
    /// This moment.
    static var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }
}

extension PrivatePulse {
    /// Delivers silence until `body` returns: what waits for frames gets some.
    func feed<Value: Sendable>(while body: () async throws -> Value) async throws -> Value {
        let silence = EventLoop.shared.task {
            while !Task.isCancelled {
                await self.feed([Int16](repeating: 0, count: 4800))
                try? await LoopTimer.sleep(for: .milliseconds(20))
            }
        }
        defer { silence.cancel() }
        let value = try await body()
        silence.cancel()
        await silence.value
        return value
    }

    /// Delivers a level that is found nowhere else until the capture has heard it: then it has also heard all that was delivered before.
    func feedMark(until capture: any Capturing) async {
        let mark: Int16 = 12_345
        let level = 20 * log10(Double(mark) / 32_768)
        repeat {
            await feed([Int16](repeating: mark, count: 2400))
            try? await LoopTimer.sleep(for: .milliseconds(10))
        } while abs(await capture.level() - level) > 0.01
    }
}
