// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("WordErrorRate")
struct WordErrorRateTests {
    @Test
    func `case, punctuation, hyphens and abbreviations are not judged`() {
        #expect(WordErrorRate.of("Mr. Dashwood’s ill-disposed, he SAID.", against: "mister dashwood's ill disposed he said") == 0)
    }

    @Test(arguments: [("a b c d", 0), ("a b d", 0.25), ("a x c d", 0.25), ("a b c c d", 0.25), ("", 1), ("a b c d a b c d a b", 1.5)])
    func `words left out, put in and replaced count alike`(heard: String, rate: Double) {
        #expect(WordErrorRate.of(heard, against: "a b c d") == rate)
    }
}
