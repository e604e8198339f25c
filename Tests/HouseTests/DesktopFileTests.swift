// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("The desktop file")
struct DesktopFileTests {
    /// The entry as it is installed.
    private let text: String

    init() throws {
        let template = House.root.appending(path: "dbus/org.tallylight.Tallylight.desktop.in")
        text = try String(contentsOf: template, encoding: .utf8).replacing("@bindir@", with: "/usr/bin")
    }

    @Test
    func `it is one by the judgement of desktop-file-validate`() async throws {
        let folder = ScratchFolder()
        let path = folder.file("org.tallylight.Tallylight.desktop")
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let result = try await Subprocess.run("/usr/bin/desktop-file-validate", [path])
        #expect(result.ending == .exited(0))
        #expect(result.output + result.errors == "")
    }

    @Test
    func `its icons are ours, and its actions are commands`() {
        let lines = text.split(separator: "\n")
        let icons = lines.filter { $0.hasPrefix("Icon=") }.map { $0.dropFirst(5) }
        #expect(icons.first == "org.tallylight.Tallylight")
        for icon in icons {
            #expect(FileManager.default.fileExists(atPath: House.root.appending(path: "icons/scalable/\(icon).svg").path))
        }
        let programs = lines.filter { $0.hasPrefix("Exec=") }.map { $0.dropFirst(5) }
        #expect(programs == ["--window", "toggle", "finish", "discard"].map { "\"/usr/bin/tallylight\" \($0)" })
        #expect(lines.contains("Actions=toggle;finish;discard;"))
    }
}
