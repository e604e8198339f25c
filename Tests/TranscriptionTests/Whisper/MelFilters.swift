// SPDX-License-Identifier: MIT

import Glibc

/// The triangular filters between a spectrum and its loudness as ears have it, on Slaney's scale: linear up to 1 kHz, logarithmic above.
///
/// Whisper was trained with those of librosa, which are rounded to 32 bits before and after each is scaled to its width.
enum MelFilters {
    private static let rate = 16_000.0
    private static let window = 400

    /// `bands` filters, each of as many weights as the spectrum has frequencies.
    static func weights(bands: Int) -> [Float] {
        let top = mels(rate / 2)
        let edges = (0..<(bands + 2)).map { hertz(top * Double($0) / Double(bands + 1)) }
        let frequencies = (0...(window / 2)).map { Double($0) * rate / Double(window) }
        return (0..<bands).flatMap { band in
            let scale = 2 / (edges[band + 2] - edges[band])
            return frequencies.map { frequency in
                let rising = (frequency - edges[band]) / (edges[band + 1] - edges[band])
                let falling = (edges[band + 2] - frequency) / (edges[band + 2] - edges[band + 1])
                return Float(Double(Float(max(0, min(rising, falling)))) * scale)
            }
        }
    }

    private static let step = log(6.4) / 27

    private static func mels(_ hertz: Double) -> Double { hertz < 1000 ? hertz * 3 / 200 : 15 + log(hertz / 1000) / step }

    private static func hertz(_ mels: Double) -> Double { mels < 15 ? mels * (200.0 / 3) : 1000 * exp(step * (mels - 15)) }
}
