// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import TestSupport
import Testing

/// The verbs as scripts and key bindings use them.
@Suite("Verbs and a recorder", .crowded, .timeLimit(.minutes(5)))
struct RecorderVerbTests {
    /// What a hostile name or text may have in it, and what a terminal shows of it.
    private static let hostile = "a\u{1B}]52;c;cHduCg==\u{7}b\u{9B}31mc\u{202E}d\re"

    private func recording(
        _ engine: StandInEngine = StandInEngine(), extra: [String: String] = [:], _ body: (Desk, Subprocess, PrivatePulse) async throws -> Void
    ) async throws {
        let microphone = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: microphone, extra: engine.environment.merging(extra) { $1 }) { desk in
            let recorder = try await desk.startRecorder()
            try await body(desk, recorder, microphone)
        }
    }

    @Test
    func `C145: the state is one stable word for scripts, whoever asks`() async throws {
        try await recording { desk, _, microphone in
            for (verb, state) in [("status", "notRecording"), ("toggle", "recording"), ("toggle", "paused"), ("resume", "recording"), ("pause", "paused")] {
                try await desk.ask(verb)
                #expect(try await desk.status("state") == state)
                let property = try await desk.run(
                    "busctl", "--user", "get-property", "org.tallylight.Recorder1", "/org/tallylight/Recorder1", "org.tallylight.Recorder1", "State")
                #expect(property.output == "s \"\(state)\"\n")
            }
            let parsed = try await Subprocess.run(
                "/bin/sh", ["-c", "'\(Desk.programs)/tallylight' status --json | jq -r '.state, (.elapsed_usec | type), .locale'"], environment: desk.environment)
            #expect(parsed.output == "paused\nnumber\nen\n", "\(parsed.errors)")
        }
    }

    @Test
    func `C125: a sound file becomes text without a recorder, whatever it is called, and nothing of it is left`() async throws {
        try await Desk.use(hasBus: false) { desk in
            let name = "$(touch pwn) `touch pwn`; -o x.wav"
            let sound = "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0880.wav"
            #expect(try await desk.run("cp", sound, desk.home.file("-\(name)")).code == 0)
            let script = "cd \"$HOME\" && '\(Desk.programs)/tallylight' transcribe --engine pocketsphinx --format srt -- \"$1\""
            let heard = try await Subprocess.run("/bin/sh", ["-c", script, "sh", "-\(name)"], environment: desk.environment)
            #expect(heard.code == 0 && heard.output.hasPrefix("1\n00:00:0") && heard.output.contains("young man"), "\(heard.output) \(heard.errors)")
            #expect(heard.errors == "")
            let engines = try await desk.tallylight("engines", "--json")
            #expect(engines.code == 0 && engines.output.contains(#"{"name":"pocketsphinx","usable":true,"program":"/usr/bin/pocketsphinx_continuous""#), "\(engines.output)")
            #expect(desk.files("") == ["-\(name)", ".config"])
        }
    }

    @Test
    func `a program of the user's turns takes into text, once it is named`() async throws {
        let (folder, microphone) = (ScratchFolder(), try await PrivatePulse.start(.pipe))
        let program = folder.file("mine")
        let script = """
            #!/bin/sh
            printf '%s\\n' "$#" "$1" "$TALLYLIGHT_LANGUAGE" "$(head -c 4 "$2")" "$DBUS_SESSION_BUS_ADDRESS" > '\(folder.file("seen"))'
            echo '{"start": 0, "end": 0.5, "text": "one"}'
            echo '`touch pwn` two'

            """
        let file = open(program, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
        _ = write(file, script, script.utf8.count)
        close(file)
        try await Desk.use(sound: microphone, configuration: "engine = command\nengine-command = \(program) --quick\nlanguage = tlh\n") { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            try await desk.say(SoundComparison.tone(seconds: 1), into: microphone)
            #expect(try await desk.ask("finish", "--wait") == "one `touch pwn` two\n")
            let seen = try await desk.run("cat", folder.file("seen"))
            #expect(seen.output == "2\n--quick\ntlh\nRIFF\n\n")
            let transcript = try await desk.ask("transcript", "--json")
            #expect(transcript.json("engine") == "command" && transcript.json("language") == "tlh" && transcript.json("draft") == "false")
        }
    }

    @Test
    func `C125: each text goes to the clipboard and to the user's program, without a shell`() async throws {
        let engine = StandInEngine("say '`touch pwn` $(touch pwn); rm -rf ~ #'")
        let (folder, microphone) = (ScratchFolder(), try await PrivatePulse.start(.pipe))
        for (name, script) in [("xclip", "cat > '\(folder.file("copied"))'"), ("mine", "printf '%s|' \"$@\" \"$TALLYLIGHT_SESSION\" > '\(folder.file("arguments"))'; cat > '\(folder.file("given"))'")]
        {
            let file = open(folder.file(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
            let text = "#!/bin/sh\n\(script)\n"
            _ = write(file, text, text.utf8.count)
            close(file)
        }
        let environment = engine.environment.merging(["DISPLAY": ":4711"]) { $1 }.mapValues { $0.hasSuffix("/bin") ? "\(folder.path):\($0)" : $0 }
        try await Desk.use(
            sound: microphone, configuration: "install-engines = no\nlanguage = en\ncopy-text = yes\nhook = mine -x  $(touch pwn) \n", extra: environment
        ) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            let session = try await desk.status("session")
            try await desk.say(SoundComparison.tone(seconds: 1), into: microphone)
            let text = try await desk.ask("finish", "--wait")
            #expect(text.contains("touch pwn"))
            while folder.names.filter({ ["copied", "given"].contains($0) }).count < 2 { try await LoopTimer.sleep(for: .milliseconds(10)) }
            for name in ["copied", "given"] {
                while try await desk.run("cat", folder.file(name)).output.isEmpty { try await LoopTimer.sleep(for: .milliseconds(10)) }
            }
            #expect(try await desk.run("cat", folder.file("given")).output == text)
            #expect(try await desk.run("cat", folder.file("copied")).output + "\n" == text)
            #expect(try await desk.run("cat", folder.file("arguments")).output == "-x|$(touch|pwn)|\(session)|")
            #expect(desk.files("").allSatisfy { $0 != "pwn" })
        }
    }

    @Test
    func `C147: a key that is held sends start and finish, twice and in the wrong order, and nothing is stuck`() async throws {
        let engine = StandInEngine.held()
        try await recording(engine) { desk, _, microphone in
            #expect(try await desk.tallylight("finish").code == 3)
            for verb in ["start", "start"] { #expect(try await desk.ask(verb).hasPrefix("Recording")) }
            let session = try await desk.status("session")
            try await desk.say(SoundComparison.noise(seconds: 0.5), into: microphone)
            for _ in 0..<2 { try await desk.ask("finish", "--session", session) }
            #expect(try await desk.status("state") == "processing")
            engine.release()
            try await desk.follow().until("\"outcome\":\"transcribed\"")
            // The release that comes late finds it done.
            #expect(try await desk.tallylight("finish", "--session", session).code == 0)
            #expect(try await desk.tallylight("start", "--session", session).code == 3)
            #expect(try await desk.status("state") == "notRecording")
        }
    }

    @Test
    func `C149: a title given twice while recording stays with the take, over a restart too`() async throws {
        try await recording { desk, recorder, microphone in
            try await desk.ask("start")
            let (session, files) = (try await desk.status("session"), desk.files(".local/share/tallylight/takes"))
            try await desk.ask("title", "First")
            try await desk.ask("title", "Zweiter “Titel” 🎙️")
            #expect(try await desk.status("title") == "Zweiter “Titel” 🎙️")
            #expect(desk.files(".local/share/tallylight/takes") == files)
            try await desk.say(SoundComparison.noise(seconds: 0.5), into: microphone)
            await recorder.send(SIGKILL)
            _ = try await recorder.finish()
            _ = try await desk.startRecorder()
            #expect(try await desk.ask("status").contains(session))
            let log = try await desk.follow()
            try await desk.ask("process", "--session", session)
            try await log.until("\"state\":\"processing\"", "\"title\":\"Zweiter “Titel” 🎙️\"")
        }
    }

    @Test
    func `a kept take is processed in its own language, whatever the recorder's is now`() async throws {
        try await recording(StandInEngine("exit 1")) { desk, recorder, microphone in
            try await desk.ask("start")
            try await desk.say(SoundComparison.noise(seconds: 0.5), into: microphone)
            #expect(try await desk.tallylight("finish", "--wait").code == 1)
            try await desk.ask("quit")
            _ = try await recorder.finish()
            let session = try #require(desk.takes.first)
            _ = try await desk.startRecorder("--language", "de")
            let log = try await desk.follow()
            #expect(try await desk.status("locale") == "de")
            // The engine knows English only: were it given the take as a German one, it would not be run at all.
            let result = try await desk.tallylight("process", "--wait", "--session", session)
            #expect(result.errors.contains("failed with exit code 1"), "\(result.errors)")
            try await log.until("\"state\":\"processing\"", "\"locale\":\"en\"")
            try await log.until("\"state\":\"notRecording\"", "\"locale\":\"de\"")
        }
    }

    // MARK: --wait

    @Test
    func `waiting for an end prints the text, and tells each outcome by its code`() async throws {
        let noise = SoundComparison.noise(seconds: 0.5)
        // (what the engine does, exit code, output, what is said about it)
        let table: [(String, Int32, String, String)] = [
            ("say 'hello there'", 0, "hello there\n", ""), ("say ''", 0, "", "No speech was recognised."), ("echo broken >&2; exit 3", 1, "", "exit code 3"),
            ("kill -ILL $$", 1, "", "SIGILL"),
        ]
        for (script, code, output, words) in table {
            try await recording(StandInEngine(script)) { desk, _, microphone in
                try await desk.ask("start")
                try await desk.say(noise, into: microphone)
                let result = try await desk.tallylight("finish", "--wait")
                #expect(result.code == code && result.output == output, "\(script): \(result.ending) \(result.output)")
                #expect(result.errors.contains(words) && result.errors.isEmpty == words.isEmpty, "\(script): \(result.errors)")
                #expect(try await desk.holds(noise, in: desk.audio), "\(script)")
            }
        }
    }

    @Test
    func `waiting for a take that is discarded is 3, and recover at once brings it back whole, though its engine is slow to end`() async throws {
        let engine = StandInEngine("trap '' TERM; await; say '\(StandInEngine.words)'")
        let noise = SoundComparison.noise(seconds: 0.5)
        try await recording(engine) { desk, _, microphone in
            try await desk.ask("start")
            try await desk.say(noise, into: microphone)
            let waiting = try await desk.start("tallylight", ["finish", "--wait"])
            try await desk.follow().until("\"state\":\"processing\"")
            try await desk.ask("discard")
            let session = try await desk.ask("recover").filter { $0 != "\n" }
            let result = try await waiting.finish()
            #expect(result.code == 3 && result.output.isEmpty && result.errors.contains("recover"))
            engine.release()
            #expect(try await desk.ask("process", "--wait", "--session", session) == "\(StandInEngine.words)\n")
            #expect(try await desk.holds(noise, in: desk.audio))
        }
    }

    @Test
    func `waiting for a recorder that is killed is 4`() async throws {
        try await recording(.held()) { desk, recorder, microphone in
            try await desk.ask("start")
            try await desk.say(SoundComparison.noise(seconds: 0.5), into: microphone)
            let waiting = try await desk.start("tallylight", ["finish", "--wait"])
            try await desk.follow().until("\"state\":\"processing\"")
            await recorder.terminate()
            #expect(try await waiting.finish().code == 4)
        }
    }

    @Test
    func `a recorder that is stopped in its tracks is running, but not answering: 5`() async throws {
        try await recording { desk, recorder, _ in
            await recorder.send(SIGSTOP)
            let result = try await desk.tallylight("status", within: .seconds(40))
            #expect(result.code == 5 && result.output.isEmpty, "\(result.ending)")
            await recorder.send(SIGCONT)
            try await desk.ask("status")
        }
    }

    @Test
    func `watch ends with 0 when its reader goes, though nothing changes`() async throws {
        try await recording { desk, _, _ in
            for format in ["plain", "json"] {
                let script = "{ '\(Desk.programs)/tallylight' watch --format \(format); echo $? >&2; } | head -n 1"
                let result = try await Subprocess.run("/bin/sh", ["-c", script], environment: desk.environment)
                #expect(result.errors == "0\n" && result.lines.count == 1)
            }
        }
    }

    // MARK: Hostile names and texts

    @Test
    func `C139: control sequences in names and texts are inert on a terminal, escaped in JSON, and whole for a pipe`() async throws {
        let engine = StandInEngine("say '\(Self.hostile.replacing("\r", with: ""))'")
        try await recording(engine) { desk, _, microphone in
            try await desk.ask("start")
            try await desk.ask("title", Self.hostile)
            try await desk.say(SoundComparison.noise(seconds: 0.5), into: microphone)
            let json = try await desk.ask("status", "--json")
            #expect(json.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A } && json.contains("\"a ]52;c;cHduCg== b 31mc\\u202ed e\""), "\(json)")
            try await desk.ask("finish", "--wait")
            for words in [["transcript"], ["status"], ["transcript", Self.hostile], ["title", "x", "--session", Self.hostile], [Self.hostile]] {
                let terminal = try await onLoop { PseudoTerminal() }
                let child = try await desk.start("tallylight", words, input: .file(terminal.path), output: .file(terminal.path), errors: .file(terminal.path))
                _ = try await child.finish()
                try await onLoop {
                    await terminal.until { !$0.lines.isEmpty }
                    #expect(terminal.screen.strange.isEmpty, "\(words): \(terminal.screen.strange)")
                    #expect(!terminal.received.contains(0x1B), "\(words)")
                    terminal.close()
                }
            }
        }
    }

    @Test
    func `C139: a microphone with a hostile name is shown inert, and given whole to scripts`() async throws {
        let microphone = try await PrivatePulse.start(.none)
        try await microphone.pactl("load-module", "module-null-sink", "sink_name=speaker")
        try await microphone.pactl(
            "load-module", "module-remap-source", "source_name=vmic", "master=speaker.monitor", "source_properties=device.description=\"mic\u{1B}]52;c;cHduCg==\u{7}\u{202E}x\"")
        try await microphone.pactl("set-default-source", "vmic")
        try await Desk.use(sound: microphone) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            #expect(try await desk.status("source").hasPrefix("mic\\u001b]52;c;cHduCg==\\u0007\\u202ex"))
            let terminal = try await onLoop { PseudoTerminal() }
            _ = try await desk.start("tallylight", ["status"], output: .file(terminal.path)).finish()
            try await onLoop {
                await terminal.shows("mic")
                #expect(terminal.screen.strange.isEmpty && !terminal.received.contains(0x1B))
                terminal.close()
            }
        }
    }
}
