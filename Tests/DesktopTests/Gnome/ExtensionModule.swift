// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// The extension as GNOME Shell 45 and later load it, an ES module, in GJS.
///
/// Debian 12 has no such shell: in the place of its modules are stubs.
@LoopActor
struct ExtensionModule {
    private let program: Subprocess

    /// Installs the extension for `version`, and loads it on `desk`.
    nonisolated init(version: String, on desk: Desk) async throws {
        try await desk.ask("install-extension", "--shell-version", version)
        let folder = desk.home.file(".local/share/gnome-shell/extensions/\(GnomeShell.identifier)")
        let ours = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Module"
        for name in ["stubs.js", "run.js"] { TextFile.write(TextFile.read("\(ours)/\(name)"), to: "\(folder)/\(name)") }
        var module = TextFile.read("\(folder)/extension.js")
        for name in ["Clutter", "Pango", "St"] { module = module.replacing("import \(name) from 'gi://\(name)'", with: "import {\(name)} from './stubs.js'") }
        module = module.replacing(/'resource:\/\/\/org\/gnome\/shell\/[^']*'/, with: "'./stubs.js'")
        TextFile.write(module, to: "\(folder)/module.js")
        program = try await Subprocess.start("/usr/bin/gjs", ["-m", "\(folder)/run.js", folder], environment: desk.environment, input: .pipe)
    }

    /// Has it do something; see `run.js`.
    func tell(_ line: String) { program.write("\(line)\n") }

    /// What is to be seen: drawing and time | texts of the menu | its buttons | what a screen reader says.
    func state() async throws -> String {
        tell("show")
        return try await program.nextLine()
    }

    /// Waits until that begins with `start`.
    @discardableResult
    func until(_ start: String) async throws -> String {
        var state = ""
        do {
            try await waitUntil("the extension shows “\(start)”") {
                state = try await self.state()
                return state.hasPrefix(start)
            }
        } catch {
            throw DeskError("\(error); it shows “\(state)”")
        }
        return state
    }

    /// Ends it.
    ///
    /// - Returns: what went wrong in it.
    func end() async throws -> String {
        program.closeInput()
        return try await program.finish().errors
    }
}
