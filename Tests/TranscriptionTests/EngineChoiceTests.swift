// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Transcription

@Suite("EngineChoice")
struct EngineChoiceTests {
    private let folder = ScratchFolder()
    private var environment: EngineEnvironment {
        EngineEnvironment(variables: ["PATH": folder.file("bin"), "XDG_DATA_DIRS": folder.file("share")], dataFolder: folder.file("data"))
    }

    @Test
    func `the best engine that is installed is taken`() throws {
        let engines = [Candidate("first", found: false), Candidate("second"), Candidate("third")]
        let (engine, installation) = try EngineChoice.automatic.engine(for: "en-US", in: environment, among: engines)
        #expect(engine.name == "second")
        #expect(installation.executable == "/second")
    }

    @Test
    func `an engine chosen by name is taken, and no other instead of it`() throws {
        let engines = [Candidate("first"), Candidate("second", found: false)]
        #expect(try EngineChoice("first").engine(for: "en", in: environment, among: engines).0.name == "first")
        let error = #expect(throws: RecordingError.self) { try EngineChoice("second").engine(for: "en", in: environment, among: engines) }
        #expect(error?.name == .modelUnavailable)
        #expect(error?.message == "No speech engine is installed. Install second. The recording is kept and can be processed again.")
    }

    @Test
    func `an engine that lacks the language is no candidate: no English out of German speech`() throws {
        let engines = [Candidate("english"), Candidate("german", languages: .only(["de"])), Candidate("polyglot", languages: .any)]
        #expect(try EngineChoice.automatic.engine(for: "de-CH", in: environment, among: engines).0.name == "german")
        #expect(try EngineChoice.automatic.engine(for: "fr", in: environment, among: engines).0.name == "polyglot")
        let error = #expect(throws: RecordingError.self) { try EngineChoice.automatic.engine(for: "fr-CA", in: environment, among: [Candidate("english")]) }
        #expect(error?.name == .modelUnavailable)
        #expect(error?.message.contains("“fr-CA”") == true)
    }

    @Test
    func `a program of the user's is used where it is named, and only there`() throws {
        mkdir(folder.file("bin"), 0o700)
        close(open(folder.file("bin/mine"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o700))
        var environment = environment
        for program in ["mine", folder.file("bin/mine")] {
            environment.command = [program, "--fast", "$(x)"]
            let (engine, installation) = try EngineChoice("command").engine(for: "tlh", in: environment)
            let call = engine.call(EngineJob(audio: "/a b.wav", language: "tlh", threads: 1, folder: "/tmp"), of: installation)
            #expect(call.command.executable == folder.file("bin/mine") && call.command.arguments == ["--fast", "$(x)", "/a b.wav"])
            #expect(call.command.environment["TALLYLIGHT_LANGUAGE"] == "tlh")
            #expect(throws: RecordingError.self) { try EngineChoice.automatic.engine(for: "en", in: environment) }
        }
        for command in [[], ["nobody"], [folder.path]] {
            environment.command = command
            #expect(#expect(throws: RecordingError.self) { try EngineChoice("command").engine(for: "en", in: environment) }?.name == .modelUnavailable)
        }
    }

    @Test
    func `an engine nobody knows is refused with the names of those there are`() {
        let error = #expect(throws: RecordingError.self) { try EngineChoice("whisperer").engine(for: "en", in: environment) }
        #expect(error?.name == .modelUnavailable)
        #expect(error?.message.contains("“whisperer”") == true)
        #expect(error?.message.contains("auto, whisper.cpp, sherpa-onnx, vosk, pocketsphinx, command") == true)
    }

    @Test
    func `C119: when nothing is installed the error names the commands that install something`() {
        let error = #expect(throws: RecordingError.self) { try EngineChoice("auto").engine(for: "en", in: environment) }
        #expect(error?.name == .modelUnavailable)
        #expect(error?.message.contains("sudo apt install python3-pip") == true)
        #expect(error?.message.contains("sudo apt install pocketsphinx pocketsphinx-en-us") == true)
    }

    @Test(arguments: ["not executable", "folder", "broken link"])
    func `C119: a program that cannot be one is named with what is wrong with it`(kind: String) throws {
        let path = folder.file("bin/pocketsphinx_continuous")
        try #require(FolderTree.make(folder.file("bin")) == 0)
        switch kind {
        case "not executable": write("#!/bin/sh\n", to: path)
        case "folder": mkdir(path, 0o755)
        default: symlink("nowhere", path)
        }
        let error = #expect(throws: RecordingError.self) { try EngineChoice("pocketsphinx").engine(for: "en", in: environment) }
        #expect(error?.name == .modelUnavailable)
        #expect(error?.message.contains(path) == true)
    }

    @Test
    func `a program that works is found behind one that does not`() throws {
        let path = folder.file("two/tool")
        try #require(FolderTree.make(folder.file("two")) == 0)
        mkdir(folder.file("one"), 0o755)
        mkdir(folder.file("one/tool"), 0o755)
        write("", to: path, mode: 0o755)
        #expect(EngineProgram.find("tool", in: [folder.file("one"), folder.file("two")]) == .found(path))
    }

    @Test
    func `C127: a model that is missing, empty or another engine's is named`() throws {
        let model = folder.file("share/pocketsphinx/model/en-us")
        try #require(FolderTree.make("\(model)/en-us") == 0 && FolderTree.make(folder.file("bin")) == 0)
        write("", to: folder.file("bin/pocketsphinx_continuous"), mode: 0o755)
        expectFault(["\(model)/", "No such file"])
        for name in ["means", "variances", "transition_matrices"] { write("s3\nversion", to: "\(model)/en-us/\(name)") }
        write("BMDF", to: "\(model)/en-us/mdef")
        write("\u{1E}\0\0\0BEGIN", to: "\(model)/en-us/sendump")
        write("'bout B AW T\n", to: "\(model)/cmudict-en-us.dict")
        write("", to: "\(model)/en-us.lm.bin")
        expectFault(["\(model)/en-us.lm.bin", "incomplete or corrupt"])
        write("random bytes of some size", to: "\(model)/en-us.lm.bin")
        expectFault(["\(model)/en-us.lm.bin", "another engine"])
        write("Trie Language Model", to: "\(model)/en-us.lm.bin")
        #expect(try EngineChoice("pocketsphinx").engine(for: "en", in: environment).1.path("language") == "\(model)/en-us.lm.bin")
    }

    @Test
    func `C127: a model of the wrong size is incomplete`() {
        let path = folder.file("model.ort")
        write("\0\0\0\0ORTM and more", to: path)
        let file = EngineFile(path: path, size: 17, signature: Array("ORTM".utf8), signatureOffset: 4)
        #expect(file.fault() == nil)
        write("\0\0\0\0ORTM", to: path)
        #expect(file.fault()?.contains("8 bytes instead of 17") == true)
        write("\0\0\0\0PRTM and more", to: path)
        #expect(file.fault()?.contains("another engine") == true)
    }

    private func expectFault(_ parts: [String]) {
        let error = #expect(throws: RecordingError.self) { try EngineChoice("pocketsphinx").engine(for: "en", in: environment) }
        #expect(error?.name == .modelUnavailable)
        for part in parts { #expect(error?.message.contains(part) == true, "\(error?.message ?? "")") }
    }
}

@Suite("EngineEnvironment")
struct EngineEnvironmentTests {
    @Test(
        arguments: [
            ([:], ["/usr/local/bin", "/usr/bin", "/bin"]), (["PATH": ""], ["/usr/local/bin", "/usr/bin", "/bin"]), (["PATH": "/a::b:./c:/d e"], ["/a", "/d e"]),
        ] as [([String: String], [String])])
    func `programs are looked for in the absolute folders of PATH only`(variables: [String: String], folders: [String]) {
        #expect(EngineEnvironment(variables: variables, dataFolder: "/data").programFolders == folders)
    }

    @Test
    func `scratch space is TMPDIR, then what is on disk`() {
        #expect(EngineEnvironment(variables: ["TMPDIR": "/scratch"], dataFolder: "").scratchFolders == ["/scratch", "/var/tmp", "/tmp"])
        #expect(EngineEnvironment(variables: ["TMPDIR": "relative"], dataFolder: "").scratchFolders.first == "/var/tmp")
    }
}

private struct Candidate: Engine {
    let name: String
    let languages: EngineLanguages
    let isDraft = false
    let found: Bool

    init(_ name: String, languages: EngineLanguages = .only(["en"]), found: Bool = true) {
        self.name = name
        self.languages = languages
        self.found = found
    }

    func locate(for language: String, in environment: EngineEnvironment) throws(EngineAbsence) -> EngineInstallation {
        guard found else { throw .notInstalled(fix: "Install \(name).") }
        return EngineInstallation(executable: "/\(name)", model: "", files: [:])
    }

    func call(_ job: EngineJob, of installation: EngineInstallation) -> EngineCall { EngineCall(installation, [], for: job) }

    func reader() -> any EngineReader { SherpaReader() }
}
