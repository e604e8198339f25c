// SPDX-License-Identifier: MIT

internal import Commanding

/// A piece of a recording, ready for an engine.
struct SpeechPiece: Sendable {
    static let file = "audio.wav"

    /// Where it lies; an engine's own files lie in ``workFolder`` beside it.
    let scratch: ScratchSpace
    /// When it begins in the recording.
    let start: Duration
    /// How loud it is, and how long.
    let loudness: Loudness
    /// Which part of the recording it is, 0 to 1.
    let part: ClosedRange<Double>

    /// The absolute path of the WAV file.
    var path: String { scratch.file(Self.file) }
    /// The absolute path of the folder the engine runs in.
    var workFolder: String { scratch.path }

    /// How far the recording is when so much of this piece is done.
    func progress(at part: Double) -> Double { self.part.lowerBound + (self.part.upperBound - self.part.lowerBound) * part }

    /// What was said in it, at the times of the recording.
    func segments(of heard: [HeardSegment]) -> [Transcript.Segment] {
        SpokenText.segments(of: heard, in: loudness).map { .init(start: start + $0.start, end: start + $0.end, text: $0.text) }
    }
}
