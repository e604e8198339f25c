// SPDX-License-Identifier: MIT

import Commanding
import TestSupport
import Testing

@testable import ShellExtension

@Suite("The files of the extension")
struct ExtensionBuildTests {
    private func text(_ path: String, of build: ExtensionBuild) throws -> String {
        String(decoding: try #require(build.files.first { $0.path == path }).bytes, as: UTF8.self)
    }

    @Test(arguments: [(43, ExtensionBuild.script), (44, .script), (45, .module), (49, .module), (50, .module)])
    func `each version of the shell has its build`(_ version: Int, _ build: ExtensionBuild) throws {
        #expect(ExtensionBuild(for: try #require(ShellVersion("\(version)"))) == build)
        #expect(try text("metadata.json", of: build).contains("\"\(version)\""))
    }

    @Test(arguments: ["42.9", "3.38.4", "51.alpha"])
    func `a version nobody has tried has none`(_ text: String) throws {
        #expect(ExtensionBuild(for: try #require(ShellVersion(text))) == nil)
    }

    @Test(arguments: ExtensionBuild.allCases)
    func `a build has its script, its style, and a drawing for each state`(_ build: ExtensionBuild) {
        #expect(
            build.files.map(\.path) == ["metadata.json", "extension.js", "stylesheet.css"]
                + ["ready", "recording", "paused", "processing", "attention"].map { "icons/tallylight-\($0)-symbolic.svg" })
        #expect(build.files.allSatisfy { !$0.bytes.isEmpty })
    }

    @Test(arguments: ExtensionBuild.allCases)
    func `its metadata say what the shell asks for`(_ build: ExtensionBuild) async throws {
        let check = "const m = JSON.parse(ARGV[0]); print(Object.keys(m).join(), m.uuid, m['shell-version'].every(v => /^\\d\\d$/.test(v)), m['session-modes'].join())"
        let result = try await Subprocess.run("/usr/bin/gjs", ["-c", check, text("metadata.json", of: build)])
        #expect(result.output == "uuid,name,description,url,shell-version,session-modes \(ExtensionBuild.identifier) true user,unlock-dialog\n", "\(result.errors)")
    }

    @Test
    func `one build imports as scripts do, the other as modules do, and the rest is the same`() throws {
        let (script, module) = (try text("extension.js", of: .script), try text("extension.js", of: .module))
        #expect(script.contains("= imports.") && !script.contains("import "))
        #expect(module.contains("import ") && !module.contains("imports."))
        let start = "\n// What is shown, as pure functions"
        let bodies = try [script, module].map { $0[try #require($0.firstRange(of: start)).lowerBound...] }
        #expect(bodies[0] == bodies[1])
        #expect(!bodies[0].contains("import"))
    }

    @Test(arguments: ExtensionBuild.allCases)
    func `C141: no call in it can wait`(_ build: ExtensionBuild) throws {
        let script = try text("extension.js", of: build)
        for word in ["_sync", "Sync(", "new_for_bus_finish(await", "makeProxyWrapper", "spawn", "iteration(", "while (true)"] { #expect(!script.contains(word), "\(word)") }
        #expect(script.contains("DO_NOT_AUTO_START"))
        #expect(script.contains("DBusCallFlags.NO_AUTO_START"))
    }

    @Test(arguments: ExtensionBuild.allCases)
    func `nothing in it writes to the journal`(_ build: ExtensionBuild) throws {
        let script = try text("extension.js", of: build)
        for word in ["log(", "logError", "console.", "print("] { #expect(!script.contains(word), "\(word)") }
    }

    @Test
    func `GJS can read both`() async throws {
        let folder = ScratchFolder()
        for (build, name) in [(ExtensionBuild.script, "script.js"), (.module, "module.js")] {
            try #require(build.files.first { $0.path == "extension.js" }).bytes.write(to: folder.file(name))
        }
        // A function is read without being run; a module up to the first thing it imports that is not here.
        let script = try await Subprocess.run("/usr/bin/gjs", ["-c", "new Function(ARGV[0])", text("extension.js", of: .script)])
        #expect(script.code == 0, "\(script.errors)")
        let module = try await Subprocess.run("/usr/bin/gjs", ["-m", folder.file("module.js")])
        #expect(!module.errors.contains("SyntaxError"), "\(module.errors)")
    }

    /// Runs `words.js`, which is pure, and then `script`.
    private func words(_ script: String) async throws -> SubprocessResult {
        let source = try await Subprocess.run("/bin/cat", ["\(Self.root)/Sources/ShellExtension/JavaScript/words.js"]).output
        return try await Subprocess.run("/usr/bin/gjs", ["-c", "\(source)\n\(script)"], environment: ["LANG": "C.UTF-8"])
    }

    private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    @Test
    func `what it shows follows from what the recorder says`() async throws {
        let result = try await words(Subprocess.run("/bin/cat", ["\(Self.root)/Tests/ShellExtensionTests/words.test.js"]).output)
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        print(result.output, terminator: "")
    }

    @Test
    func `it says notices as all displays do`() async throws {
        let result = try await words("Object.entries(SENTENCES).forEach(([word, sentence]) => print(`${word}: ${sentence}`));")
        #expect(Set(result.output.split(separator: "\n")) == Set(Notice.allCases.map { "\($0.rawValue): \($0.sentence)" }))
    }

    @Test
    func `its buttons are called as on all displays`() async throws {
        let script = "Object.entries(BUTTONS).forEach(([state, row]) => print([state, ...row.filter(b => b).map(([label, command]) => `${label}=${command}`)].join(' ')));"
        let result = try await words(script)
        let rows = [RecordingState.notRecording, .recording, .paused, .processing].map { state in
            "\(state.rawValue) \(state.buttons.map { "\($0.label)=\($0.rawValue)" }.joined(separator: " "))\n"
        }
        #expect(result.output == rows.joined())
    }
}
