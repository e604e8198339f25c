// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// Engines that are missing, crash, hang, or print what nobody said: the take is kept, and the sentence says what to do.
@Suite("Bad days: the engine", .crowded, .timeLimit(.minutes(5)))
struct EngineFailureTests {
    /// A sound that stands out of the silence around it: no engine is spared hearing it.
    private let sound = SoundComparison.tone(seconds: 1)

    /// Works at a desk with a scripted engine.
    private func use(_ engine: ScriptedEngine, extra: [String: String] = [:], _ body: (Desk, PrivatePulse, Subprocess) async throws -> Void) async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse, extra: engine.environment.merging(extra) { $1 }) { desk in
            try await body(desk, pulse, try await desk.startRecorder())
        }
    }

    private func take(_ desk: Desk, _ pulse: PrivatePulse) async throws -> SubprocessResult {
        try await desk.ask("start")
        await pulse.say(sound)
        return try await desk.tallylight("finish", "--wait")
    }

    @Test
    func `C119: no engine: the take is kept, the sentence names the command that installs one, and then it can be processed`() async throws {
        let engine = try await ScriptedEngine()
        try await engine.install("", mode: "644")
        unlink(engine.program)
        try await use(engine, extra: ["PATH": engine.folder.path]) { desk, pulse, _ in
            // Said while it can be mended, not after an hour.
            let watch = try await desk.changes()
            try await desk.ask("start")
            try await watch.until("\"notice\":\"engineMissing\"")
            await pulse.say(sound)
            let failure = try await desk.tallylight("finish", "--wait")
            #expect(failure.code == 1)
            #expect(failure.output.isEmpty)
            #expect(failure.errors.contains("sudo apt install pocketsphinx") && failure.errors.contains("is kept"), "\(failure.errors)")
            let status = try await desk.statusLine()
            #expect(status.json("error_name") == "ModelUnavailable")
            let session = try #require(desk.takes.first)
            #expect(status.contains("\"kept\":[\"\(session)\"]"))
            // C119 in all its kinds: each names the file.
            for (text, mode, reason) in [("", "644", "chmod +x"), ("through", "755", "not a program for this machine"), ("\u{7f}ELF\u{2}\u{1}", "755", "not a program for this machine")] {
                try await engine.install(text, mode: mode)
                try await expectFailure(desk, session, saying: reason, engine.program)
            }
            try await engine.install("")
            unlink(engine.program)
            mkdir(engine.program, 0o700)
            try await expectFailure(desk, session, saying: "is not a program", engine.program)
            rmdir(engine.program)
            symlink("/nowhere", engine.program)
            try await expectFailure(desk, session, saying: "leads nowhere", engine.program)
            // The fix, and the take's text.
            unlink(engine.program)
            try await engine.install("#!/bin/sh\n. \"$0.script\"\n")
            #expect(try await desk.ask("process", "--session", session, "--wait") == "hello world\n")
        }
    }

    private func expectFailure(_ desk: Desk, _ session: String, saying words: String...) async throws {
        let result = try await desk.tallylight("process", "--session", session, "--wait")
        #expect(result.code == 1)
        for word in words + ["is kept"] {
            #expect(result.errors.contains(word), "\(result.errors)")
        }
        #expect(desk.takes == [session])
    }

    @Test
    func `C117: a crash is named with its last words, and the same take can be processed until it succeeds`() async throws {
        let engine = try await ScriptedEngine()
        engine.act("echo 'the first of the last words' >&2; kill -ILL $$")
        try await use(engine) { desk, pulse, _ in
            let failure = try await take(desk, pulse)
            #expect(failure.code == 1)
            #expect(failure.errors.contains("pocketsphinx") && failure.errors.contains("SIGILL") && failure.errors.contains("the first of the last words"), "\(failure.errors)")
            let session = try #require(desk.takes.first)
            for (script, words) in [
                ("kill -SEGV $$", "SIGSEGV"), ("echo 'cannot load' >&2; exit 127", "127: cannot load"), ("say half; exit 3", "exit code 3"),
                ("kill -KILL $$", "SIGKILL"), ("exit 0", "without a result"),
            ] {
                engine.act(script)
                try await expectFailure(desk, session, saying: "pocketsphinx", words)
            }
            engine.act("say again; through")
            #expect(try await desk.ask("process", "--session", session, "--wait") == "again\n")
            let audio = try await SoundComparison.decode(desk.audio(of: session))
            #expect(SoundComparison.wholePart(of: Array(sound[100...]), in: audio) == sound.count - 100)
        }
    }

    @Test
    func `C113: garbage and characters cut in two become text that can be read`() async throws {
        let engine = try await ScriptedEngine()
        engine.act("printf 'caf\\303'; sleep 0.2; printf '\\251 \\377 \\000\\033[31mred\\r\\n<s> 0.000 99.000 1.000\\n'; through")
        try await use(engine) { desk, pulse, _ in
            let result = try await take(desk, pulse)
            #expect(result.code == 0)
            #expect(result.output.hasPrefix("café \u{FFFD}"), "\(result.output.debugDescription)")
            #expect(!result.output.contains("\u{1b}"))
            let session = try #require(desk.takes.first)
            // A transcript over the bus is valid too, or the bus would have ended the recorder.
            let call = try await desk.run(
                "busctl", "--user", "call", "org.tallylight.Recorder1", "/org/tallylight/Recorder1", "org.tallylight.Recorder1", "GetTranscript", "s", session)
            #expect(call.code == 0, "\(call.errors)")
            engine.act("head -c 300000 /dev/zero | tr '\\000' '\\377'; echo; through")
            let garbage = try await desk.tallylight("process", "--session", session, "--wait")
            #expect(garbage.code == 0, "\(garbage.errors)")
        }
    }

    @Test
    func `C123: nothing heard is no text: code 0, empty output, a line on standard error, and only audio in the documents`() async throws {
        let engine = try await ScriptedEngine()
        try await use(engine) { desk, pulse, _ in
            let empty = ["through", "echo; through", "say '   '; through", "say '[BLANK_AUDIO]'; through"]
            for (index, script) in empty.enumerated() {
                engine.act(script)
                let result = try await take(desk, pulse)
                #expect(result.code == 0)
                #expect(result.output.isEmpty)
                #expect(result.errors.contains("No speech was recognised."), "\(result.errors)")
                #expect(desk.recordings.count == index + 1)
            }
            #expect(desk.texts.isEmpty)
            #expect(desk.takes.isEmpty)
        }
    }

    @Test
    func `C125: names and texts that look like commands are never run`() async throws {
        let folder = ScratchFolder()
        let hostile = folder.file("$(touch pwn) `touch pwn`; touch pwn; -o x\n#'\"")
        mkdir(hostile, 0o700)
        let text = "rm -rf ~; $(touch pwn) `touch pwn` '; touch pwn; # \" | touch pwn"
        let engine = try await ScriptedEngine()
        engine.act("printf '%s\\n' \"$@\" > \"$marks/arguments\"; cat <<'END'\n\(text)\n<s> 0.000 99.000 1.000\nEND\nthrough")
        try await use(engine, extra: ["TMPDIR": hostile, "XDG_DATA_HOME": "\(hostile)/data"]) { desk, pulse, _ in
            let result = try await take(desk, pulse)
            #expect(result.output == "\(text)\n")
            #expect(read(engine.folder.file("arguments")).contains("\(hostile)/tallylight-speech-"))
        }
        #expect(folder.names.count == 1)
        #expect(ScratchFolder.names(in: hostile) == ["data"])
        #expect(!ScratchFolder.names(in: ".").contains("pwn"))
    }

    @Test
    func `C115: discard leaves a hanging engine at once, and it is gone soon after though it ignores TERM`() async throws {
        let engine = try await ScriptedEngine()
        engine.act("trap '' TERM; say half; while :; do sleep 1; done")
        try await use(engine) { desk, pulse, _ in
            let watch = try await hang(desk, pulse)
            let clock = ContinuousClock()
            let start = clock.now
            try await desk.ask("discard")
            #expect(try await desk.status("state") == "notRecording")
            // At once; the rest is for a busy machine.
            #expect(clock.now - start < .seconds(4))
            try await watch.until("\"outcome\":\"discarded\"")
            // The next take does not wait for it.
            try await desk.ask("start")
            #expect(try await desk.status("state") == "recording")
            // 1.2 s from the discard by the contract; the rest is for a busy machine.
            #expect(try await engine.gone(within: .seconds(3)) != nil)
        }
    }

    @Test
    func `C115: a recorder that ends right after the discard leaves no engine behind, and the take discarded`() async throws {
        let engine = try await ScriptedEngine()
        engine.act("trap '' TERM; say half; while :; do sleep 1; done")
        try await use(engine) { desk, pulse, recorder in
            _ = try await hang(desk, pulse)
            let session = try await desk.status("session")
            try await desk.ask("discard")
            await recorder.send(SIGTERM)
            _ = try await recorder.finish(within: .seconds(5))
            #expect(try await engine.gone(within: .zero) != nil)
            #expect(desk.takes.isEmpty)
            _ = try await desk.startRecorder()
            #expect(try await desk.ask("recover") == "\(session)\n")
        }
    }

    @Test
    func `C115: TERM ends a recorder with a hanging engine within 5 s, the audio in the documents`() async throws {
        let engine = try await ScriptedEngine()
        engine.act("trap '' TERM; say half; while :; do sleep 1; done")
        try await use(engine) { desk, pulse, recorder in
            _ = try await hang(desk, pulse)
            await recorder.send(SIGTERM)
            #expect(try await recorder.finish(within: .seconds(5)).ending == .signalled(SIGTERM))
            #expect(try await engine.gone(within: .zero) != nil)
            let audio = try await SoundComparison.decode(try #require(desk.recordings.first))
            #expect(SoundComparison.wholePart(of: Array(sound[100...]), in: audio) == sound.count - 100)
            // Nothing is lost but time: the take is kept, and can have its text.
            let session = try #require(desk.takes.first)
            engine.act("say 'the whole text'; through")
            _ = try await desk.startRecorder()
            #expect(try await desk.status("kept").contains(session))
            #expect(try await desk.ask("process", "--session", session, "--wait") == "the whole text\n")
            #expect(desk.recordings.count == 1)
        }
    }

    @Test
    func `C075: recorder and engine killed while processing: the take is listed again, and its text comes`() async throws {
        let engine = try await ScriptedEngine()
        engine.act("say half; while :; do sleep 1; done")
        try await use(engine) { desk, pulse, recorder in
            _ = try await hang(desk, pulse)
            let session = try #require(desk.takes.first)
            await recorder.send(SIGKILL)
            _ = try await recorder.finish()
            #expect(try await engine.gone(within: .seconds(5)) != nil)
            _ = try await desk.startRecorder()
            #expect(try await desk.statusLine().contains("\"kept\":[\"\(session)\"]"))
            engine.act("say whole; through")
            #expect(try await desk.ask("process", "--session", session, "--wait") == "whole\n")
            let audio = try await SoundComparison.decode(desk.audio(of: session))
            #expect(SoundComparison.wholePart(of: Array(sound[100...]), in: audio) == sound.count - 100)
        }
    }

    @Test
    func `C075: an engine does not outlive a recorder that is killed, nor does what it started, whatever they ignore`() async throws {
        let engine = try await ScriptedEngine()
        engine.act("trap '' TERM HUP INT; sleep 1000 & echo $! > \"$marks/child\"; say half; while :; do sleep 1; done")
        try await use(engine) { desk, pulse, recorder in
            _ = try await hang(desk, pulse)
            await recorder.send(SIGKILL)
            _ = try await recorder.finish()
            #expect(try await engine.gone(within: .seconds(5)) != nil)
            #expect(try await gone(Int32(read(engine.folder.file("child")).dropLast()) ?? 0, within: .seconds(5)) != nil)
        }
    }

    /// Makes a take and waits until its engine has begun.
    private func hang(_ desk: Desk, _ pulse: PrivatePulse) async throws -> RecorderLog {
        let watch = try await desk.changes()
        try await desk.ask("start")
        await pulse.say(sound)
        try await desk.ask("finish")
        try await watch.until("\"state\":\"processing\"", "\"progress\":1")
        return watch
    }

    @Test
    func `C127: an engine with a damaged model is named, and no worse one is heard in its place`() async throws {
        let engine = try await ScriptedEngine()
        try await use(engine) { desk, pulse, _ in
            // As the installation lays it out, with a model that is cut short.
            let folder = desk.home.file(".local/share/tallylight/engines/sherpa-onnx-2.0.1")
            let model = "moonshine_voice/assets/tiny-en/encoder_model.ort"
            let script = #"""
                mkdir -p "$1/bin" "$1/silero_vad/data" "$1/moonshine_voice/assets/tiny-en"
                printf '#!/bin/sh\n' > "$1/bin/sherpa-onnx-vad-with-offline-asr"
                chmod +x "$1/bin/sherpa-onnx-vad-with-offline-asr"
                printf '\0\0\0\0ORTM' > "$1/$2"
                """#
            try await desk.run("sh", "-c", script, "sh", folder, model).succeeded()
            let failure = try await take(desk, pulse)
            #expect(failure.code == 1 && failure.output.isEmpty)
            #expect(failure.errors.contains(folder), "\(failure.errors)")
            let session = try #require(desk.takes.first)
            ScratchFolder.remove(folder)
            #expect(try await desk.ask("process", "--session", session, "--wait") == "hello world\n")
        }
    }

    @Test
    func `a take that is ended at once has no speech and is a whole file`() async throws {
        let engine = try await ScriptedEngine()
        try await use(engine) { desk, _, _ in
            for verb in ["start", "pause"] { try await desk.ask(verb) }
            let result = try await desk.tallylight("process", "--wait")
            #expect(result.code == 0)
            #expect(result.errors.contains("No speech was recognised."))
            let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
            let duration = try #require(Int64(try await desk.status("duration_usec")))
            #expect(!recorded.isEmpty)
            #expect(abs(Int64(recorded.count) - duration * 48 / 1000) <= 1)
        }
    }
}
