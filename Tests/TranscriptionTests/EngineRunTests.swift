// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Transcription

/// Real child processes that do what engines do on bad days.
@Suite("EngineRun", .timeLimit(.minutes(1)))
struct EngineRunTests {
    private let folder = ScratchFolder()

    @Test
    func `a run returns what was heard and reports how far it is, in rising order`() async throws {
        let (heard, progress) = try await run("echo '0.0 -- 2.5: one'; echo '1.0 -- 2.0: late'; echo '6.0 -- 20.0: two'; through")
        #expect(heard.map { String(decoding: $0.text, as: UTF8.self) } == [" one", " late", " two"])
        #expect(progress == [0.25, 1])
    }

    @Test
    func `a program that holds its output back is read line by line through a terminal`() async throws {
        var engine = ScriptEngine("exec python3 -c 'import time; print(\"0 -- 1: a\"); time.sleep(1000)'", in: folder)
        engine.hasTerminal = true
        let (result, progress) = await attempt(engine, cancelAtFirstProgress: true)
        #expect(throws: RecordingError.self) { try result.get() }
        #expect(progress == [0.1])
    }

    @Test
    func `C113: bad UTF-8, split characters, CRLF, a mark and NUL do no harm`() async throws {
        let script = #"""
            printf '\357\273\2770.0 -- 1.0: caf\303'; sleep 0.1; printf '\251\r\n'
            printf '1.0 -- 2.0: \303\n2.0 -- 3.0: a\000b\n3.0 -- 4.0: rest\n'; through
            """#
        let (heard, _) = try await run(script)
        #expect(heard.map { String(decoding: $0.text, as: UTF8.self) } == [" café", " \u{FFFD}", " ab", " rest"])
    }

    @Test(arguments: ["ILL", "SEGV", "KILL", "ABRT"])
    func `C117: the end of an engine that crashes is told with its last words`(signal: String) async {
        let (result, _) = await attempt(ScriptEngine("echo '0.0 -- 1.0: lost'; echo first >&2; echo 'no such instruction' >&2; kill -\(signal) $$", in: folder))
        expect(result, .transcriptionFailed, ["script", "SIG\(signal)", ": no such instruction."])
    }

    @Test(arguments: [3, 127])
    func `C117: an exit code is told with the last words`(code: Int) async {
        let (result, _) = await attempt(ScriptEngine("printf 'out of luck' >&2; exit \(code)", in: folder))
        expect(result, .transcriptionFailed, ["script", "exit code \(code)", ": out of luck."])
    }

    @Test(arguments: ["", "echo garbage; head -c 100000 /dev/urandom", "head -c 1000000 /dev/zero | tr '\\0' x"])
    func `C117: exit code 0 alone is no success`(script: String) async {
        let (result, _) = await attempt(ScriptEngine(script, in: folder))
        expect(result, .transcriptionFailed, ["script ended without a result"])
    }

    @Test
    func `C119: what is no program for this machine is told so`() async {
        let (result, _) = await attempt(ForeignEngine(executable: "/etc/passwd"))
        expect(result, .modelUnavailable, ["foreign", "/etc/passwd", "Permission denied"])
        let (missing, _) = await attempt(ForeignEngine(executable: "/nonexistent/engine"))
        expect(missing, .modelUnavailable, ["/nonexistent/engine", "No such file"])
    }

    @Test
    func `C115: an engine that prints a dot for ever gets no further and is ended`() async {
        let (result, _) = await attempt(ScriptEngine("while :; do printf . >&2; echo dot; sleep 0.02; done", in: folder), patience: .milliseconds(300))
        expect(result, .transcriptionFailed, ["script got no further for"])
    }

    @Test
    func `C115: an engine that ignores TERM, and its children, are killed`() async throws {
        let (result, _) = await attempt(ScriptEngine("trap '' TERM; sleep 1000 & echo $! >$2/child; while :; do sleep 1; done", in: folder), patience: .seconds(4))
        expect(result, .transcriptionFailed, ["script got no further for"])
        expectGone("child")
    }

    @Test
    func `C115: an engine that gets further is given its time`() async throws {
        // Six seconds in all, of which none lasts five.
        let script = "for i in 1 2 3; do echo \"0 -- $i: word\"; sleep 2; done; through"
        let (heard, _) = try await run(script, patience: .seconds(5))
        #expect(heard.count == 3)
    }

    @Test
    func `an engine that prints without end is ended`() async {
        let (result, _) = await attempt(ScriptEngine("exec yes \"$(printf '0 -- 1: %04000d' 0)\"", in: folder))
        expect(result, .transcriptionFailed, ["script printed more than"])
    }

    @Test
    func `a cancelled run throws when the engine is gone`() async throws {
        let (result, _) = await attempt(ScriptEngine("echo $$ >$2/self; echo '0 -- 1: a'; exec sleep 1000", in: folder), cancelAtFirstProgress: true)
        expect(result, .cancelled, [])
        expectGone("self")
    }

    @Test
    func `a cancelled run throws when an engine that ignores TERM is gone, and all it started`() async throws {
        let script = "trap '' TERM; sleep 1000 & echo $! >$2/child; echo $$ >$2/self; echo '0 -- 1: a'; while :; do sleep 1; done"
        let (result, _) = await attempt(ScriptEngine(script, in: folder), cancelAtFirstProgress: true)
        expect(result, .cancelled, [])
        expectGone("self")
        expectGone("child")
    }

    @Test
    func `C125: the engine sees its own folder and nothing of the user's environment`() async throws {
        let (heard, _) = try await run("[ -z \"$DBUS_SESSION_BUS_ADDRESS$XDG_RUNTIME_DIR\" ] && [ \"$PWD\" = \"$HOME\" ] && echo \"0 -- 1: $1\"; through")
        #expect(heard.map { String(decoding: $0.text, as: UTF8.self) } == [" \(folder.path)/$(touch pwn) `id`; -o x.wav"])
        #expect(folder.names == ["engine"])
    }

    // MARK: Running

    private func run(_ script: String, patience: Duration = .seconds(20)) async throws -> ([HeardSegment], [Double]) {
        let (result, progress) = await attempt(ScriptEngine(script, in: folder), patience: patience)
        return (try result.get(), progress)
    }

    /// Runs an engine over what is ten seconds long.
    private func attempt(
        _ engine: any Engine, patience: Duration = .seconds(20), cancelAtFirstProgress: Bool = false
    ) async -> (Result<[HeardSegment], RecordingError>, [Double]) {
        let folder = self.folder.path
        Loop.shared.runInBackground()
        return await Loop.shared.task {
            let progress = SeenProgress()
            let task = Loop.shared.task {
                do throws(RecordingError) {
                    let installation = try engine.locateOrFail()
                    let job = EngineJob(audio: "\(folder)/$(touch pwn) `id`; -o x.wav", language: "en", threads: 1, folder: folder)
                    // A run that will be cancelled is not to be given up before.
                    let limit = Patience(least: cancelAtFirstProgress ? .seconds(60) : patience, factor: 0)
                    let run = EngineRun(engine, engine.call(job, of: installation), duration: .seconds(10), patience: limit) { progress.add($0) }
                    return Result<[HeardSegment], RecordingError>.success(try await run.run { _ in nil })
                } catch {
                    return .failure(error)
                }
            }
            if cancelAtFirstProgress { progress.onFirst = { task.cancel() } }
            return (await task.value, progress.values.compactMap { $0 })
        }.value
    }

    private func expect(_ result: Result<[HeardSegment], RecordingError>, _ name: RecordingError.Name, _ parts: [String]) {
        let error = #expect(throws: RecordingError.self) { try result.get() }
        #expect(error?.name == name)
        for part in parts {
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "") says nothing of “\(part)”")
        }
    }

    /// Waits until the process whose number is in a file of the folder has ended: it was killed, and the kernel will see to it.
    private func expectGone(_ file: String) {
        let number = EngineFile.text(of: folder.file(file)).flatMap { Int32($0.dropLast()) } ?? 0
        #expect(number > 0)
        while let state = processState(number), state != "Z" { sched_yield() }
    }
}

/// The state letter of a process; nil when there is none of that number.
func processState(_ number: Int32) -> Character? {
    EngineFile.text(of: "/proc/\(number)/stat")?.split(separator: ") ").last?.first
}

extension EngineFile {
    /// What is in a file that has no size of its own, as those of `/proc`.
    static func text(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

extension Engine {
    func locateOrFail() throws(RecordingError) -> EngineInstallation {
        do throws(EngineAbsence) {
            return try locate(for: "en", in: EngineEnvironment(variables: [:], dataFolder: "/nonexistent"))
        } catch {
            switch error {
            case .broken(let reason): throw .damaged(reason)
            case .notInstalled(let fix): throw .noEngine([fix])
            }
        }
    }
}

/// An engine whose program is whatever it is told.
private struct ForeignEngine: Engine {
    let name = "foreign"
    let languages = EngineLanguages.any
    let isDraft = false
    let executable: String

    func locate(for language: String, in environment: EngineEnvironment) throws(EngineAbsence) -> EngineInstallation {
        EngineInstallation(executable: executable, model: "", files: [:])
    }

    func call(_ job: EngineJob, of installation: EngineInstallation) -> EngineCall { EngineCall(installation, [], for: job) }

    func reader() -> any EngineReader { SherpaReader() }
}
