// SPDX-License-Identifier: MIT

internal import EventLoop

/// A stretch of the ramp the recorder was to record, from a command to start to the next one to pause, or to the kill.
///
/// Its bounds are counts of the samples the sound server had been given. The server takes them 480 at a time, so each is right to 10 ms; up to 43 ms more lie in the pipe to the server
/// and up to 100 ms in the server, which the recorder has not seen: what is called lost is more than what it lost, never less.
@LoopActor
final class GivenSpan {
    /// The count when the command was sent.
    let asked: Int
    /// The count when it was answered: the recorder has frames.
    var answered: Int?
    /// The count at its end.
    var end: Int

    init(asked: Int) {
        self.asked = asked
        end = asked
    }

    /// How many frames of `spans` are not in a file that holds `stretches` of the ramp.
    ///
    /// Where no answer came, what was to be recorded begins with the first frame in the file, and without any, with the command.
    static func lost(of spans: [GivenSpan], in stretches: [Range<Int>]) -> Int {
        spans.enumerated().reduce(0) { lost, next in
            let (index, span) = next
            let start = span.answered ?? (index < stretches.count ? max(span.asked, stretches[index].lowerBound) : span.asked)
            let given = start..<max(start, span.end)
            return lost + given.count - stretches.reduce(0) { $0 + $1.clamped(to: given).count }
        }
    }

    /// How many frames of `spans` a file of so many frames lacks, whichever they are.
    ///
    /// Where no answer came, what was to be recorded begins with the command, which is earlier than any microphone is.
    static func lost(of spans: [GivenSpan], inFrames frames: Int) -> Int {
        max(0, spans.reduce(-frames) { $0 + max(0, $1.end - ($1.answered ?? $1.asked)) })
    }

    /// The stretches of the ramp that `samples` are: a new one wherever a sample doesn't follow the one before it.
    ///
    /// A sample is the count modulo 65 536, 1.37 s: which of them it is, the spans tell.
    static func stretches(of samples: [Int16], in spans: [GivenSpan]) -> [Range<Int>] {
        var stretches: [Range<Int>] = []
        for sample in samples {
            if let last = stretches.last, Int16(truncatingIfNeeded: last.upperBound) == sample {
                stretches[stretches.count - 1] = last.lowerBound..<(last.upperBound + 1)
                continue
            }
            // What the server still holds of half a second before may come first.
            let early = max(stretches.last?.upperBound ?? 0, spans[min(stretches.count, spans.count - 1)].asked - 24_000)
            let position = early + Int(UInt16(truncatingIfNeeded: Int(sample) - early))
            stretches.append(position..<(position + 1))
        }
        return stretches
    }
}
