// SPDX-License-Identifier: MIT

import Commanding
import Testing

@testable import Transcription

@Suite("SpokenText")
struct SpokenTextTests {
    /// Two seconds in which something is heard throughout.
    private let loud = Loudness(Sound.bursts(seconds: 2))

    @Test(arguments: [
        ("[BLANK_AUDIO]", ""), (" [ Silence ] ", ""), ("Hello [Music] world.", "Hello world."), ("(wind blowing)", ""), ("*laughs*", ""), ("♪ ♪", ""),
        ("<|en|> Hello", "Hello"), ("...", ""), ("\n", ""), ("   ", ""), ("Thank you.", "Thank you."), ("2 (two) apples", "2 (two) apples"), ("a [b", "a [b"),
        ("a\u{1B}[31mred\u{7}\u{9b}x\ty", "a [31mred x y"), ("<unk> word", "word"),
    ])
    func `C121: markers are removed and words are kept`(heard: String, text: String) {
        #expect(clean(heard) == text)
    }

    @Test
    func `C113: a character split over two stretches is joined`() {
        let bytes = Array("中文".utf8)
        let heard = [HeardSegment(.zero, .seconds(1), bytes[..<2]), HeardSegment(.seconds(1), .seconds(2), bytes[2...])]
        #expect(SpokenText.segments(of: heard, in: loud).map(\.text) == ["中", "文"])
    }

    @Test
    func `C113: a stretch that is one lone byte does not harm its neighbours`() {
        let heard = [
            HeardSegment(.zero, .seconds(1), Array("caf".utf8)), HeardSegment(.seconds(1), .seconds(2), [0xC3]), HeardSegment(.seconds(1), .seconds(2), Array("x".utf8)),
        ]
        #expect(SpokenText.segments(of: heard, in: loud).map(\.text) == ["caf", "\u{FFFD}", "x"])
    }

    @Test
    func `times are held within the audio and in order`() {
        let heard = [HeardSegment(.seconds(1), .seconds(90), Array("a".utf8)), HeardSegment(.seconds(80), .seconds(70), Array("b".utf8))]
        let segments = SpokenText.segments(of: heard, in: loud)
        #expect(segments.map(\.start) == [.seconds(1), .seconds(2)])
        #expect(segments.map(\.end) == [.seconds(2), .seconds(2)])
        #expect(SpokenText.text(of: segments) == "a b")
    }

    @Test
    func `C121: words in a stretch without any sound were made up, the same words with a sound were said`() {
        let samples = Sound.bursts(seconds: 2) + Sound.silence(seconds: 4) + Sound.bursts(seconds: 2)
        let thanks = Array("Thank you.".utf8)
        let heard = [HeardSegment(.zero, .seconds(2), thanks), HeardSegment(.seconds(3), .seconds(5), thanks), HeardSegment(.seconds(6), .seconds(8), thanks)]
        #expect(SpokenText.segments(of: heard, in: Loudness(samples)).map(\.start) == [.zero, .seconds(6)])
    }

    private func clean(_ text: String) -> String {
        SpokenText.text(of: SpokenText.segments(of: [HeardSegment(.zero, .seconds(2), Array(text.utf8))], in: loud))
    }
}
