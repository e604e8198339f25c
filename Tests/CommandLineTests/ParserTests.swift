// SPDX-License-Identifier: MIT

import Commanding
import Testing

@testable import CommandLine

@Suite("Parsing")
struct ParserTests {
    private func parse(_ words: [String], _ program: Program = .client) throws -> Parser.Parsed { try Parser.parse(words, for: program) }

    private func message(_ words: [String], _ program: Program = .client) -> String? {
        guard case .refuse(let error) = CommandLineRequest.parse(words, for: program) else { return nil }
        return error.message
    }

    @Test(arguments: Program.client.verbs.map(\.name).filter { !["title", "language", "transcribe"].contains($0) })
    func `each verb is found by its name alone`(_ name: String) throws {
        let parsed = try parse([name])
        #expect(parsed.verb.name == name)
        #expect(parsed.options == Options())
    }

    @Test
    func `no words mean the panel`() throws {
        #expect(try parse([]).verb.name == "")
        #expect(try parse(["--device", "mic"]).options.recorder.device == "mic")
    }

    @Test(arguments: [
        ["finish", "--session", "S", "--wait"], ["finish", "--session=S", "--wait"], ["--wait", "finish", "--session=S"], ["--session", "S", "--wait", "finish"],
        ["finish", "--no-wait", "--wait", "--session=T", "--session=S"],
    ])
    func `flags stand anywhere, and the last of two counts`(_ words: [String]) throws {
        let parsed = try parse(words)
        #expect(parsed.verb.name == "finish")
        #expect(parsed.options.session == SessionID(rawValue: "S"))
        #expect(parsed.options.wait)
    }

    @Test(arguments: [["toggle", "--session="], ["toggle", "--session", ""]])
    func `an empty session is one, too`(_ words: [String]) throws {
        #expect(try parse(words).options.session == SessionID.none)
    }

    @Test
    func `without the flag no session is meant`() throws {
        #expect(try parse(["toggle"]).options.session == nil)
    }

    @Test
    func `a value may look like a flag, and after two dashes so may an operand`() throws {
        #expect(try parse(["serve", "--device", "--json"]).options.recorder.device == "--json")
        #expect(try parse(["title", "--", "--force"]).options.operand == "--force")
        #expect(try parse(["title", "-"]).options.operand == "-")
        #expect(try parse(["--", "title", "--"]).options.operand == "--")
    }

    @Test
    func `the format has two spellings`() throws {
        #expect(try parse(["watch", "--json"]).options.format == .json)
        #expect(try parse(["watch", "--format=json"]).options.format == .json)
        #expect(try parse(["watch", "--format=json"]).options.follows)
        #expect(try !parse(["watch", "--json"]).options.follows)
        #expect(try parse(["watch", "--json", "--format", "plain"]).options.format == .plain)
        #expect(try parse(["watch", "--json", "--no-json"]).options.format == .plain)
    }

    @Test(arguments: [["--help"], ["-h"], ["status", "--nonsense", "--help"], ["title", "-h"], ["-hV"], ["status", "too", "much", "-h"]])
    func `help is answered whatever else is wrong`(_ words: [String]) throws {
        #expect(try parse(words).question == .help)
    }

    @Test(arguments: [
        (["stauts"], "“stauts” is not a command; did you mean “status”?"),
        (["transcrip"], "“transcrip” is not a command; did you mean “transcript”?"),
        (["stop"], "“stop” is not a command; did you mean “finish”?"),
        (["Toggle"], "“Toggle” is not a command; did you mean “toggle”?"),
        (["xyzzy"], "“xyzzy” is not a command; see “tallylight help”."),
        ([""], "“” is not a command; see “tallylight help”."),
        (["status", "--jsn"], "“--jsn” is not a flag; did you mean “--json”?"),
        (["status", "--what"], "“--what” is not a flag; did you mean “--wait”?"),
        (["status", "--xyzzy"], "“--xyzzy” is not a flag; see “--help”."),
        (["status", "-x"], "“-x” is not a flag; see “--help”."),
        (["status", "--no-session"], "“--no-session” is not a flag; see “--help”."),
        (["status", "--wait"], "“--wait” means nothing to “tallylight status”; see “tallylight status --help”."),
        (["toggle", "--session"], "“--session” needs a session."),
        (["toggle", "--json=yes"], "“--json” takes no value."),
        (["watch", "--format", "xml"], "“--format” needs “plain”, “json”, “waybar”, “i3blocks”, “polybar” or “tmux”, not “xml”."),
        (["serve", "--language", "german!"], "“--language” needs a language tag, such as en or de-CH, not “german!”."),
        (["serve", "--device="], "“--device” needs the name of a microphone, not “”."),
        (["title"], "“tallylight title” needs TEXT; see “tallylight title --help”."),
        (["title", "two", "words"], "“words” is too much for “tallylight title”; put what belongs together in quotes."),
        (["status", "now"], "“now” is too much for “tallylight status”; put what belongs together in quotes."),
        (["help", "stauts"], "“stauts” is not a command; did you mean “status”?"),
    ])
    func `what has no meaning is answered with what is wrong and what to do`(_ words: [String], _ sentence: String) {
        #expect(message(words) == sentence)
    }

    @Test
    func `the recorder has flags of its own, and the verbs that need its engines`() throws {
        #expect(try parse(["--terminal", "--engine", "pocketsphinx"], .recorder).options.recorder.terminal)
        #expect(message(["serve"], .recorder) == "“serve” is not a command; see “tallylight help”.")
        #expect(message(["--json"], .recorder) == "“--json” means nothing to “tallylight-recorder”; see “tallylight-recorder --help”.")
        for words in [["engines", "--json"], ["--json", "engines"], ["--engine", "pocketsphinx", "transcribe", "a.wav"]] {
            guard case .hear = RecorderArguments.parse(words) else {
                Issue.record("\(words) asks for a recorder")
                continue
            }
        }
    }

    @Test(arguments: [("de-CH", "de-CH"), ("en_us", "en-US"), ("ZH-hant-tw", "zh-Hant-TW")])
    func `the language is a tag in its usual letter case`(text: String, tag: String) throws {
        #expect(try parse(["--language", text], .recorder).options.recorder.language == tag)
    }

    @Test(arguments: ["e", "en-", "-en", "englishlanguage", "en-toolongsubtag", "é", "en US", "12"])
    func `what is no language tag is refused`(_ tag: String) {
        #expect(message(["--language=\(tag)"], .recorder)?.contains("language") == true)
    }

    @Test
    func `what the client hands on is what the recorder understands`() throws {
        var arguments = RecorderArguments()
        #expect(handed(arguments) == arguments)
        arguments.device = "--terminal $(touch x) `id`; \"ü\u{202E}\n"
        arguments.language = "de-CH"
        arguments.engine = "-h"
        arguments.terminal = true
        #expect(handed(arguments) == arguments)
    }

    /// What the recorder makes of what it is handed.
    private func handed(_ arguments: RecorderArguments) -> RecorderArguments? {
        if case .run(let read) = RecorderArguments.parse(arguments.spelling) { read } else { nil }
    }

    @Test
    func `no flag has two meanings, and no verb a synonym that is a verb`() {
        let verbs = Program.client.verbs
        #expect(Set(verbs.map(\.name)).count == verbs.count)
        let synonyms = verbs.flatMap(\.synonyms)
        #expect(Set(synonyms).count == synonyms.count)
        #expect(Set(synonyms).isDisjoint(with: verbs.map(\.name)))
        #expect(Program.client.flags.allSatisfy { !$0.name.hasPrefix("no-") })
    }
}
