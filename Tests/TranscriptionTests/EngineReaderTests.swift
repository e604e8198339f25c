// SPDX-License-Identifier: MIT

import EventLoop
import Testing

@testable import Transcription

@Suite("Engine readers")
struct EngineReaderTests {
    @Test
    func `sherpa-onnx: segments with times, and its own word that it is through`() {
        var reader = SherpaReader()
        #expect(reader.read(Array("0.286 -- 2.284: And so: yes".utf8), from: .standardOutput) == .reached(.seconds(2.284)))
        #expect(reader.read(Array("3.262 -- 4.428:".utf8), from: .standardOutput) == .reached(.seconds(4.428)))
        #expect(reader.result(nil) == .unfinished)
        #expect(reader.read(Array("Elapsed seconds: 0.243 s".utf8), from: .standardError) == nil)
        #expect(reader.result(nil) == .heard([HeardSegment(.seconds(0.286), .seconds(2.284), Array(" And so: yes".utf8)), HeardSegment(.seconds(3.262), .seconds(4.428), [])]))
    }

    @Test(arguments: ["", "garbage", "1 - 2: a", "x -- 2: a", "1 -- x: a", "1 -- 2 a", "-1 -- 2: a", "1e400 -- 2: a", "nan -- 2: a", "0x10 -- 2: a", "99999999999 -- 2: a"])
    func `sherpa-onnx: what is no segment is ignored`(line: String) {
        var reader = SherpaReader()
        #expect(reader.read(Array(line.utf8), from: .standardOutput) == nil)
        _ = reader.read(Array("Elapsed seconds: 0".utf8), from: .standardError)
        #expect(reader.result(nil) == .heard([]))
    }

    @Test
    func `C127: sherpa-onnx with the model of another engine is not taken for silence`() {
        var reader = SherpaReader()
        let lines = [
            "Caught exception:", "Unexpected input data type. Actual: (tensor(int64)) , expected: (tensor(float))",
            "Return an empty result. Number of audio samples: 37088", "Elapsed seconds: 0.037 s",
        ]
        let facts = lines.map { reader.read(Array($0.utf8), from: .standardError) }
        #expect(facts == [nil, .complained(lines[1]), nil, nil])
        #expect(reader.result(nil) == .unfinished)
    }

    @Test
    func `sherpa-onnx: its chatter is no complaint, its errors are`() {
        var reader = SherpaReader()
        let chatter = ["OfflineRecognizerConfig(feat_config=...", "Creating recognizer ...", "Started!", "num threads: 2", "Real time factor (RTF): 0.2"]
        #expect(chatter.allSatisfy { reader.read(Array($0.utf8), from: .standardError) == nil })
        #expect(reader.read(Array("  what():  broken".utf8), from: .standardError) == .complained("  what():  broken"))
    }

    @Test
    func `whisper.cpp: lines and steps tell how far it is, the file what was heard`() {
        var reader = WhisperReader()
        #expect(reader.read(Array("[00:00:00.000 --> 01:02:03.500]   And so".utf8), from: .standardOutput) == .reached(.seconds(3723.5)))
        #expect(reader.read(Array("whisper_print_progress_callback: progress =  35%".utf8), from: .standardError) == .progressed(0.35))
        #expect(reader.read(Array("output_json: saving output to 'x.json'".utf8), from: .standardError) == nil)
        #expect(reader.read(Array("whisper_init_from_file_with_params_no_state: failed to load model".utf8), from: .standardError) != nil)
        #expect(reader.result(nil) == .unfinished)
        let file = #"{"result": {"language": "en"}, "transcription": [{"offsets": {"from": 0, "to": 8000}, "text": " And so"}, {"offsets": {"from": 8000, "to": 11000.5}, "text": ""}]}"#
        #expect(reader.result(Array(file.utf8)) == .heard([HeardSegment(.zero, .seconds(8), Array(" And so".utf8)), HeardSegment(.seconds(8), .milliseconds(11000.5), [])]))
    }

    @Test
    func `C113: whisper.cpp: a character that is split over two stretches is joined, and what is no UTF-8 costs nothing else`() {
        let file = Array(#"{"transcription": [{"offsets": {"from": 0, "to": 1000}, "text": "caf"#.utf8) + [0xE4, 0xBD] + Array(#""}, {"offsets": {"from": 1000, "to": 2000}, "text": ""#.utf8) + [0xA0]
        let bytes = file + Array(#" yes"}, {"offsets": {"from": 2000, "to": 3000}, "text": ""#.utf8) + [0xC3] + Array(#""}]}"#.utf8)
        let heard = WhisperReader().result(bytes)
        #expect(
            heard
                == .heard([
                    HeardSegment(.zero, .seconds(1), Array("caf".utf8) + [0xE4, 0xBD]), HeardSegment(.seconds(1), .seconds(2), [0xA0] + Array(" yes".utf8)),
                    HeardSegment(.seconds(2), .seconds(3), [0xC3]),
                ]))
    }

    @Test(arguments: ["", "{", "[]", "null", "{}", #"{"transcription": 1}"#, #"{"transcription": [{}]}"#, #"{"transcription": [{"offsets": {"from": 0}, "text": ""}]}"#, #"{"transcription": []} x"#])
    func `whisper.cpp: a file that is none is no silence`(file: String) {
        #expect(WhisperReader().result(Array(file.utf8)) == .unfinished)
    }

    @Test
    func `vosk: utterances with the times of their words, and the worker's own word that it is through`() {
        var reader = VoskReader()
        let lines = [
            #"{   "result" : [{ "conf" : 1.0, "end" : 0.6, "start" : 0.12, "word" : "and" }, { "conf" : 0.5, "end" : 1.5, "start" : 0.6, "word" : "so" }],   "text" : "and so" }"#,
            #"{"progress": 0.5}"#, #"{ "text" : "" }"#, "garbage", #"{"result": [], "text": "none"}"#,
        ]
        let facts = lines.map { reader.read(Array($0.utf8), from: .standardOutput) }
        #expect(facts == [.reached(.seconds(1.5)), .progressed(0.5), nil, nil, nil])
        #expect(reader.result(nil) == .unfinished)
        #expect(reader.read(Array("no model".utf8), from: .standardError) == .complained("no model"))
        _ = reader.read(Array(#"{"done": true}"#.utf8), from: .standardOutput)
        #expect(reader.result(nil) == .heard([HeardSegment(.seconds(0.12), .seconds(1.5), Array("and so".utf8))]))
    }

    @Test
    func `a program of the user's prints lines, or objects with times; on standard error are its last words`() {
        var reader = CommandReader()
        let lines = [
            "hello there", #"{"start": 0.5, "end": 2, "text": "And so"}"#, #"{"progress": 0.4}"#, #"{"text": "no times"}"#, #"{"start": -1, "end": 1e300, "text": "odd"}"#, "{not JSON",
            #"{"other": 1}"#,
        ]
        let facts = lines.map { reader.read(Array($0.utf8), from: .standardOutput) }
        let all = Duration.seconds(1e7)
        #expect(facts == [nil, .reached(.seconds(2)), .progressed(0.4), nil, .reached(all), nil, nil])
        #expect(reader.read(Array("broken".utf8), from: .standardError) == .complained("broken"))
        let heard = [(0, all, "hello there"), (0.5, .seconds(2), "And so"), (0, all, "no times"), (0, all, "odd"), (0, all, "{not JSON")]
        #expect(reader.result(nil) == .heard(heard.map { HeardSegment(.seconds($0), $1, Array($2.utf8)) }))
    }

    @Test
    func `PocketSphinx: an utterance has the times of its words`() {
        var reader = PocketSphinxReader()
        let output = ["sorry you", "<s> 0.000 0.490 0.999700", "sorry(2) 0.500 0.890 0.114997", "you 0.980 1.130 -nan", "</s> 1.400 1.650 1.000300"]
        #expect(output.map { reader.read(Array($0.utf8), from: .standardOutput) }.last == .reached(.seconds(1.65)))
        // An utterance without words: its text line is empty and was not read.
        _ = reader.read(Array("<s> 2.0 2.5 1.0".utf8), from: .standardOutput)
        _ = reader.read(Array("</s> 2.5 3.0 1.0".utf8), from: .standardOutput)
        #expect(reader.result(nil) == .unfinished)
        _ = reader.read(Array("INFO: ngram_search.c(304): TOTAL bestpath 0.38 wall 0.005 xRT".utf8), from: .standardError)
        #expect(
            reader.result(nil) == .heard([HeardSegment(.zero, .seconds(1.65), Array("sorry you".utf8)), HeardSegment(.seconds(2), .seconds(3), [])]))
    }

    @Test
    func `C127: PocketSphinx that heard nothing and complained has failed`() {
        var reader = PocketSphinxReader()
        let error = #"ERROR: "dict.c", line 275: Failed to open dictionary file"#
        #expect(reader.read(Array(error.utf8), from: .standardError) == .complained(error))
        _ = reader.read(Array("INFO: ngram_search.c(304): TOTAL bestpath".utf8), from: .standardError)
        #expect(reader.result(nil) == .unfinished)
    }

    @Test
    func `PocketSphinx: its log and its table of settings are no complaints`() {
        var reader = PocketSphinxReader()
        for line in ["INFO: pocketsphinx.c(152): Parsed", "-agc\t\t\tnone", "[NAME]\t\t[DEFLT]", "Current configuration:"] {
            #expect(reader.read(Array(line.utf8), from: .standardError) == nil)
        }
    }
}
