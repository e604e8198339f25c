// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import Testing

@testable import Transcription

@Suite("EngineVerdict")
struct EngineVerdictTests {
    @Test
    func `a run succeeded when it returned 0 and says that it was through`() throws {
        let heard = [HeardSegment(.zero, .seconds(1), Array("a".utf8))]
        #expect(try EngineVerdict(engine: "e", ending: .exited(0), result: .heard(heard)).segments() == heard)
    }

    @Test(arguments: [
        (ChildProcess.Ending.exited(0), EngineResult.unfinished, "without a result"), (.exited(3), .heard([]), "exit code 3"), (.exited(127), .unfinished, "exit code 127"),
        (.killed(SIGILL), .heard([]), "signal 4, SIGILL"), (.killed(SIGSEGV), .unfinished, "signal 11, SIGSEGV"), (.killed(SIGKILL), .unfinished, "signal 9, SIGKILL"),
        (.killed(40), .unfinished, "signal 40"),
    ])
    func `C117: a failure names the engine, how it ended and its last words`(ending: ChildProcess.Ending, result: EngineResult, words: String) {
        let error = #expect(throws: RecordingError.self) {
            try EngineVerdict(engine: "sherpa-onnx", ending: ending, result: result, lastWords: "last\u{1B}[2J  words.").segments()
        }
        #expect(error?.name == .transcriptionFailed)
        #expect(error?.message.contains("sherpa-onnx") == true)
        #expect(error?.message.contains(words) == true)
        #expect(error?.message.contains(": last [2J words. The recording is kept") == true)
    }

    @Test
    func `an engine without last words fails with a whole sentence too`() {
        let error = #expect(throws: RecordingError.self) { try EngineVerdict(engine: "e", ending: .exited(1), result: .unfinished, lastWords: " \n").segments() }
        #expect(error?.message == "The speech engine e failed with exit code 1. The recording is kept and can be processed again.")
    }
}
