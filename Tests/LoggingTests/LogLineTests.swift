// SPDX-License-Identifier: MIT

import Logging
import Testing

@Suite("A line of the log")
struct LogLineTests {
    private func line(_ message: String, isJournal: Bool = false) -> String {
        String(decoding: LogLine(.warning, "capture", message, isJournal: isJournal).bytes, as: UTF8.self)
    }

    @Test
    func `in a terminal it begins with the program, in the journal with the level`() {
        #expect(line("the microphone is back") == "tallylight: capture: the microphone is back\n")
        #expect(line("the microphone is back", isJournal: true) == "<4>capture: the microphone is back\n")
    }

    @Test(arguments: [
        ("two\nlines", #"two\nlines"#), ("a\r\nb\tc", #"a\r\nb\tc"#), ("\u{1B}[2Jgone\u{7}", #"\u{1B}[2Jgone\u{7}"#), ("\u{9B}31m\u{7F}", #"\u{9B}31m\u{7F}"#),
        ("\u{202E}drow\u{2066}\u{2028}", #"\u{202E}drow\u{2066}\u{2028}"#), ("\u{0}\u{200F}", #"\u{0}\u{200F}"#), ("Müller’s 🎙️ 麦克风", "Müller’s 🎙️ 麦克风"),
    ])
    func `whatever strangers put into it, it stays one line of text`(_ message: String, _ text: String) {
        #expect(line(message) == "tallylight: capture: \(text)\n")
        #expect(line(message, isJournal: true) == "<4>capture: \(text)\n")
    }

    @Test(arguments: ["a", "é", "麦", "🎙"])
    func `it goes into a pipe as a whole, however long the message is`(_ character: Character) {
        for length in 4000..<4100 {
            let bytes = LogLine(.error, "x", String(repeating: character, count: length), isJournal: false).bytes
            #expect(bytes.count <= LogLine.limit)
            #expect(String(validating: bytes, as: UTF8.self)?.hasSuffix("\n") == true)
            #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
        }
    }
}
