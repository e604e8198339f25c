// SPDX-License-Identifier: MIT

import Testing

@testable import Transcription

@Suite("Loudness")
struct LoudnessTests {
    @Test(arguments: [
        ("zeros", Sound.silence(seconds: 1.2)), ("nothing", []), ("a quiet room", Sound.noise(seconds: 2, level: 0.003, smoothing: 0.8)),
        ("a fan", Sound.noise(seconds: 2, level: 0.3, smoothing: 0.95)), ("hiss", Sound.noise(seconds: 2, level: 0.1)),
        ("mains hum", Sound.tone(seconds: 2, frequency: 50, level: 0.3)), ("a toggling last bit", Sound.noise(seconds: 2, level: 1.9 / 32767)),
        ("a click in silence", Sound.silence(seconds: 2) + Sound.noise(seconds: 0.01, level: 0.9) + Sound.silence(seconds: 2)),
    ])
    func `C121: nothing stands out of noise`(name: String, samples: [Int16]) {
        #expect(Loudness(samples).isNoise, "\(name)")
    }

    @Test(arguments: [0.3, 0.02, 0.002])
    func `C121: speech stands out, faint speech too`(level: Double) {
        let samples = Sound.silence(seconds: 1) + Sound.bursts(seconds: 0.6, level: level) + Sound.silence(seconds: 1)
        let loudness = Loudness(Sound.mix(samples, Sound.noise(seconds: 2.6, level: level / 30)))
        #expect(!loudness.isNoise)
        #expect(loudness.standsOut(from: .seconds(1), to: .milliseconds(1600)))
        #expect(!loudness.standsOut(from: .seconds(2), to: .milliseconds(2600)))
    }

    @Test
    func `speech from the first to the last moment stands out`() {
        #expect(!Loudness(Sound.bursts(seconds: 3)).isNoise)
        #expect(!Loudness(Sound.bursts(seconds: 0.4)).isNoise)
    }

    @Test
    func `the duration counts every sample`() {
        #expect(Loudness(Sound.silence(seconds: 1.5)).duration == .milliseconds(1500))
    }

    @Test
    func `times outside of the audio are no stretch of it`() {
        let loudness = Loudness(Sound.bursts(seconds: 1))
        #expect(!loudness.standsOut(from: .seconds(60), to: .seconds(70)))
        #expect(loudness.standsOut(from: .seconds(-5), to: .seconds(100_000)))
    }
}
