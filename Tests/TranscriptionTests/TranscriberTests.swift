// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import Recording
import SoundFiles
import TestSupport
import Testing

@testable import Transcription

/// Whole passes from a sound file to a text, with a script in the engine's place.
@Suite("Transcriber", .timeLimit(.minutes(1)))
struct TranscriberTests {
    private let folder = ScratchFolder()
    private let speech = Sound.silence(seconds: 0.5) + Sound.bursts(seconds: 1) + Sound.silence(seconds: 0.5)

    @Test
    func `a recording becomes a text with its origin`() async throws {
        let transcript = try await transcribe(speech, "echo '0.5 -- 1.0: Hello'; echo '1.0 -- 1.5: world.'; through", locale: "en-GB")
        #expect(transcript.text == "Hello world.")
        #expect(transcript.segments.map(\.end) == [.seconds(1), .milliseconds(1500)])
        #expect(transcript.engine == "script")
        #expect(transcript.model == "none")
        #expect(transcript.language == "en")
        #expect(!transcript.isDraft)
    }

    @Test
    func `the engine gets a WAV of 16 bit, mono and 16 kHz in a folder nobody else can read`() async throws {
        let script = "cp \"$1\" $2/copy.wav; stat -c %a \"$(dirname \"$1\")\" >$2/mode; through"
        _ = try await transcribe(speech, script)
        #expect(EngineFile.text(of: folder.file("mode")) == "700\n")
        let header = try #require(EngineFile.contents(of: folder.file("copy.wav"))).prefix(36)
        #expect(header.suffix(16) == [1, 0, 1, 0, 0x80, 0x3E, 0, 0, 0, 0x7D, 0, 0, 2, 0, 16, 0])
    }

    @Test
    func `nothing is left of a pass, whether it succeeds or fails`() async throws {
        _ = try await transcribe(speech, "echo '0 -- 1: a'; touch \"$(dirname \"$1\")/result.json\"; through")
        #expect(FolderTree.names(in: folder.file("scratch")) == [])
        await #expect(throws: RecordingError.self) { try await transcribe(speech, "exit 1") }
        #expect(FolderTree.names(in: folder.file("scratch")) == [])
    }

    @Test
    func `a recording of zero length is empty, and no engine is asked for or run`() async throws {
        write("", to: folder.file("empty.flac"))
        let transcript = try await transcriber([]).transcribe(folder.file("empty.flac"), locale: "en") { _ in }
        #expect(transcript.text.isEmpty)
        #expect(try await transcribe([], "touch $2/ran; through").text.isEmpty)
        #expect(!folder.names.contains("ran"))
    }

    @Test(arguments: [Sound.silence(seconds: 1.2), Sound.noise(seconds: 2, level: 0.003, smoothing: 0.8), Sound.noise(seconds: 2, level: 0.2, smoothing: 0.95)])
    func `C121: silence, a quiet room and a fan are no speech, whatever the engine says`(samples: [Int16]) async throws {
        let transcript = try await transcribe(samples, "echo '0 -- 2: Thank you.'; through")
        #expect(transcript.text.isEmpty)
        #expect(transcript.segments.isEmpty)
    }

    @Test
    func `C121: a real thank you is kept`() async throws {
        #expect(try await transcribe(speech, "echo '0.5 -- 1.5: Thank you.'; through").text == "Thank you.")
    }

    @Test(arguments: [":", "echo '0 -- 1:'", "echo '0 -- 1:    '", "echo '0 -- 1: [BLANK_AUDIO]'", "echo '0.0 -- 1.0:  (music)'; echo; echo"])
    func `C123: an engine that heard nothing gives an empty text, not an error`(script: String) async throws {
        let transcript = try await transcribe(speech, "\(script); through")
        #expect(transcript.text.isEmpty)
        #expect(transcript.engine == "script")
    }

    @Test
    func `C125: no name of a file reaches a shell or is taken for an option`() async throws {
        let name = "$(touch pwn) `touch pwn`; touch pwn; -o x\n'\".flac"
        try Sound.write(speech, to: folder.file(name))
        let transcript = try await transcriber("echo '0.5 -- 1: a'; through").transcribe(folder.file(name), locale: "en") { _ in }
        #expect(transcript.text == "a")
        #expect(!folder.names.contains("pwn"))
    }

    @Test
    func `progress begins unknown and rises`() async throws {
        try Sound.write(speech, to: folder.file("a.flac"))
        let transcriber = self.transcriber("echo '0 -- 0.5: a'; echo '0.5 -- 1: b'; echo '1 -- 2: c'; through")
        let seen: [Double?] = try await onLoop { [folder] in
            let seen = SeenProgress()
            _ = try await transcriber.transcribe(folder.file("a.flac"), locale: "en") { seen.add($0) }
            return seen.values
        }
        #expect(seen == [nil, 0.25, 0.5, 1])
    }

    @Test
    func `a cancelled pass ends with Cancelled when engine and scratch folder are gone`() async throws {
        try Sound.write(speech, to: folder.file("a.flac"))
        let transcriber = self.transcriber("echo $$ >$2/self; echo '0 -- 1: a'; exec sleep 1000")
        let error = try await onLoop { [folder] in
            let seen = SeenProgress()
            let task = Loop.shared.throwingTask { try await transcriber.transcribe(folder.file("a.flac"), locale: "en") { seen.add($0) } }
            seen.onFirst = { task.cancel() }
            return await task.result
        }
        let failure = #expect(throws: RecordingError.self) { try error.get() }
        #expect(failure?.name == .cancelled)
        let number = try #require(EngineFile.text(of: folder.file("self")).flatMap { Int32($0.dropLast()) })
        #expect(kill(number, 0) == -1)
        #expect(FolderTree.names(in: folder.file("scratch")) == [])
    }

    @Test
    func `a pass cancelled before it began runs no engine`() async throws {
        try Sound.write(speech, to: folder.file("a.flac"))
        let transcriber = self.transcriber("touch $2/ran; through")
        let result = try await onLoop { [folder] in
            let task = Loop.shared.throwingTask { try await transcriber.transcribe(folder.file("a.flac"), locale: "en") { _ in } }
            task.cancel()
            return await task.result
        }
        #expect(#expect(throws: RecordingError.self) { try result.get() }?.name == .cancelled)
        #expect(!folder.names.contains("ran"))
    }

    @Test
    func `a recording that cannot be read is told so, and left as it is`() async throws {
        write("no sound at all", to: folder.file("a.flac"))
        let error = await #expect(throws: RecordingError.self) { try await transcriber("through").transcribe(folder.file("a.flac"), locale: "en") { _ in } }
        #expect(error?.name == .transcriptionFailed)
        #expect(error?.message.contains(folder.file("a.flac")) == true)
        #expect(EngineFile.text(of: folder.file("a.flac")) == "no sound at all")
    }

    @Test
    func `a full disk is told, with the folder that needs space`() async throws {
        let disk = try await SmallDisk(size: 16384)
        try Sound.write(speech, to: folder.file("a.flac"))
        let error = #expect(throws: RecordingError.self) { try SpeechAudio(folder.file("a.flac"), in: [disk.path]).nextPiece { false } }
        #expect(error?.name == .noSpace)
        #expect(error?.message.contains(disk.path) == true)
        let piece = try SpeechAudio(folder.file("a.flac"), in: ["/nonexistent", disk.path, folder.path]).nextPiece { false }
        #expect(piece?.path.hasPrefix(folder.path) == true)
        piece?.scratch.remove()
    }

    @Test
    func `a long recording is heard in pieces that end in its pauses, one at a time, at its own times and with rising progress`() async throws {
        let transcriber = self.transcriber(
            "stat -c %s \"$1\" >> $2/sizes; ls $2/scratch | wc -l >> $2/scratches; echo '0.6 -- 1.2: Piece.'; through", PieceLength(certain: 28_000, searched: 16_000))
        try Sound.write(speech + speech + speech, to: folder.file("long.flac"))
        let progress = SeenProgress()
        let transcript = try await onLoop { try await transcriber.transcribe(folder.file("long.flac"), locale: "en") { progress.add($0) } }
        // Each but the last is cut a quarter of a second before the next burst, to a block of 32 ms.
        #expect(transcript.text == "Piece. Piece. Piece.")
        for (index, segment) in transcript.segments.enumerated() {
            let start = segment.start - .milliseconds(600) - (index > 0 ? .milliseconds(index * 2000 + 250) : .zero)
            #expect(abs(start / .milliseconds(1)) <= 32, "\(segment.start)")
        }
        let sizes = EngineFile.text(of: folder.file("sizes"))?.split(separator: "\n").compactMap { Int($0) } ?? []
        #expect(sizes.count == 3 && sizes.allSatisfy { $0 < 100_000 })
        #expect(EngineFile.text(of: folder.file("scratches")) == "1\n1\n1\n")
        let values = await progress.values.compactMap(\.self)
        #expect(values.count == 3 && values == values.sorted() && values.allSatisfy { $0 <= 1 }, "\(values)")
    }

    @Test
    func `a scratch folder that is full in the middle of a long recording is left for the next, and nothing is lost or heard twice`() async throws {
        let disk = try await SmallDisk(size: 1 << 20)
        let sound = (0..<6).flatMap { Sound.tone(seconds: 1, frequency: 300 + 100 * Double($0), level: 0.2) }
        try Sound.write(sound, to: folder.file("a.flac"))
        let converter = try WaveConverter(folder.file("a.flac"))
        #expect(try converter.writePiece(to: folder.file("whole.wav")) == 96_000)
        let speech = SpeechAudio(folder.file("a.flac"), in: [disk.path, folder.path], length: PieceLength(certain: 30_000, searched: 2000))
        var heard: [Int16] = []
        while let piece = try speech.nextPiece(isCancelled: { false }) {
            #expect(piece.start == .microseconds(heard.count * 125 / 2))
            heard += try Sound.read(piece.path).prefix(Int(piece.loudness.duration / .microseconds(1) * 16 / 1000))
            piece.scratch.remove()
            if heard.count > 30_000 { disk.fill(leaving: 8192) }
        }
        let isWhole = try heard == Sound.read(folder.file("whole.wav"))
        #expect(isWhole)
    }

    @Test
    func `what stands in the way is told before anything is recorded`() async throws {
        let none = Transcriber(
            environment: EngineEnvironment(variables: ["PATH": folder.path], dataFolder: folder.path), engine: "auto", worker: WorkerThread(name: "test"))
        let obstacle = try await onLoop { await none.obstacle(for: "en") }
        #expect(obstacle?.name == .modelUnavailable)
        let script = transcriber("through")
        let nothing = try await onLoop { await script.obstacle(for: "en") }
        #expect(nothing == nil)
    }

    // MARK: Running

    private func transcriber(_ script: String, _ length: PieceLength = SpeechAudio.length) -> Transcriber {
        transcriber([ScriptEngine(script, in: folder)], length)
    }

    private func transcriber(_ engines: [any Engine], _ length: PieceLength = SpeechAudio.length) -> Transcriber {
        mkdir(folder.file("scratch"), 0o700)
        let environment = EngineEnvironment(variables: ["TMPDIR": folder.file("scratch")], dataFolder: folder.file("data"))
        return Transcriber(environment: environment, choice: .automatic, engines: engines, length: length, worker: WorkerThread(name: "test"))
    }

    private func transcribe(_ samples: [Int16], _ script: String, locale: String = "en") async throws -> Transcript {
        let transcriber = self.transcriber(script)
        let path = folder.file("a.flac")
        unlink(path)
        try Sound.write(samples, to: path)
        Loop.shared.runInBackground()
        return try await transcriber.transcribe(path, locale: locale) { _ in }
    }
}
