// SPDX-License-Identifier: MIT

internal import Glibc
internal import SoundFiles

/// Listens to what is recorded: how loud it is, whether it is anything at all, and whether it is too loud.
struct SignalMonitor {
    /// Frames of exact zeros after which the microphone counts as silent: a real one always hisses, so it is muted.
    private static let silenceLimit = 5 * SoundFormat.rate
    /// Samples at full scale within a second that make it clipping: a single one is no harm, and a tone too loud has some in each period.
    private static let clippingLimit = 10
    /// Frames without a sample at full scale after which it no longer clips.
    private static let clippingRelease = 3 * SoundFormat.rate

    /// The peak of the last fragment in dBFS: 0 is full scale, minus infinity are zeros.
    ///
    /// The peak and not the mean, because 0 is then really the loudest there is, and a display shows how far from breaking the sound is.
    private(set) var level = -Double.infinity
    /// Whether nothing but zeros has come for 5 s.
    var isSilent: Bool { zeros >= Self.silenceLimit }
    /// Whether the sound is so loud that it breaks.
    private(set) var isClipping = false

    private var zeros = 0
    private var clipped = 0
    private var second = 0
    private var unclipped = 0

    /// Takes the next fragment in.
    mutating func hear(_ frames: UnsafeBufferPointer<Int16>) {
        var lowest: Int16 = 0
        var highest: Int16 = 0
        for frame in frames {
            lowest = min(lowest, frame)
            highest = max(highest, frame)
        }
        let peak = max(-Int(lowest), Int(highest))
        level = 20 * log10(Double(peak) / 32_768)
        zeros = peak == 0 ? min(zeros + frames.count, Self.silenceLimit) : 0
        weigh(peak < Int16.max ? 0 : frames.reduce(0) { $1 == .max || $1 <= -.max ? $0 + 1 : $0 }, in: frames.count)
    }

    private mutating func weigh(_ samples: Int, in count: Int) {
        clipped += samples
        second += count
        unclipped = samples > 0 ? 0 : min(unclipped + count, Self.clippingRelease)
        if clipped >= Self.clippingLimit {
            isClipping = true
        } else if unclipped >= Self.clippingRelease {
            isClipping = false
        }
        guard second >= SoundFormat.rate else { return }
        second = 0
        clipped = 0
    }
}
