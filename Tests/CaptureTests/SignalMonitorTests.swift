// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Capture

@Suite("SignalMonitor")
struct SignalMonitorTests {
    private var monitor = SignalMonitor()

    private mutating func hear(_ sample: Int16, seconds: Double = 0.1) {
        for _ in 0..<Int(seconds * 10) {
            [Int16](repeating: sample, count: 4800).withUnsafeBufferPointer { monitor.hear($0) }
        }
    }

    @Test(arguments: [(-32_768, 0.0), (16_384, -6.0206), (-16_384, -6.0206), (328, -39.99), (0, -.infinity)] as [(Int16, Double)])
    mutating func `the level is the peak in dBFS`(sample: Int16, level: Double) {
        hear(sample)
        #expect(monitor.level == level || abs(monitor.level - level) < 0.01)
    }

    @Test
    mutating func `an empty fragment is no sound`() {
        monitor.hear(UnsafeBufferPointer(start: nil, count: 0))
        #expect(monitor.level == -.infinity)
        #expect(!monitor.isSilent)
    }

    @Test
    mutating func `zeros are silence after five seconds, and a single sample ends it`() {
        hear(0, seconds: 4.9)
        #expect(!monitor.isSilent)
        hear(0)
        #expect(monitor.isSilent)
        hear(1)
        #expect(!monitor.isSilent)
        hear(0, seconds: 4.9)
        #expect(!monitor.isSilent)
    }

    @Test
    mutating func `a single sample at full scale is no clipping, ten within a second are`() {
        var fragment = [Int16](repeating: 100, count: 4800)
        fragment[7] = .max
        for _ in 0..<9 {
            fragment.withUnsafeBufferPointer { monitor.hear($0) }
        }
        #expect(!monitor.isClipping)
        fragment.withUnsafeBufferPointer { monitor.hear($0) }
        #expect(monitor.isClipping)
    }

    @Test
    mutating func `clipping is over after three seconds without it`() {
        hear(.min)
        #expect(monitor.isClipping)
        hear(1000, seconds: 2.9)
        #expect(monitor.isClipping)
        hear(1000)
        #expect(!monitor.isClipping)
    }
}
