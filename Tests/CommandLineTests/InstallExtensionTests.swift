// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// The real binary where there is no GNOME; with one it is tested in a real shell.
@Suite("install-extension", .timeLimit(.minutes(1)))
struct InstallExtensionTests {
    private let home = ScratchFolder()

    private func install(_ arguments: String...) async throws -> SubprocessResult {
        try await Subprocess.run(
            Subprocess.product("tallylight"), ["install-extension"] + arguments,
            environment: ["HOME": home.path, "PATH": home.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.file("bus"))"])
    }

    private var extensions: [String] { ScratchFolder.names(in: home.file(".local/share/gnome-shell/extensions")) }

    @Test
    func `where no shell is to be found it asks for a version`() async throws {
        let result = try await install()
        #expect(result.code == 1)
        #expect(result.errors == "tallylight: GNOME Shell is neither running nor installed. Say for which version of it the extension is meant, as in “--shell-version 43”.\n")
        #expect(extensions == [])
    }

    @Test(arguments: ["43", "50.beta"])
    func `with a version it is installed, and says what is left to do`(_ version: String) async throws {
        let result = try await install("--shell-version", version)
        #expect(result.code == 0)
        #expect(result.lines.first?.hasSuffix(" is in \(home.path)/.local/share/gnome-shell/extensions/tallylight@tallylight.org.") == true, "\(result.output)")
        #expect(result.lines.last == "Log out and in again, then switch it on with “gnome-extensions enable tallylight@tallylight.org”.")
        #expect(extensions == ["tallylight@tallylight.org"])
        #expect(try await install("--remove").output == "The extension is removed.\n")
        #expect(extensions == [])
    }

    @Test
    func `for another shell than the one here it says that this one does not load it`() async throws {
        let shell = open(home.file("gnome-shell"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
        let text = "#!/bin/sh\necho GNOME Shell 43.9\n"
        #expect(write(shell, text, text.utf8.count) == text.utf8.count)
        close(shell)
        #expect(try await install("--shell-version", "46").lines.last == "The GNOME Shell here is 43 and does not load it. Leave --shell-version out for one that it does.")
        #expect(try await install().lines.last?.hasPrefix("Log out and in again") == true)
        #expect(try await install("--shell-version", "44").lines.last?.hasPrefix("Log out and in again") == true)
    }

    @Test
    func `what is not there is not removed, wherever that is`() async throws {
        #expect(try await install("--remove").output == "The extension is not installed.\n")
    }

    @Test
    func `for a version without a build it says which there are`() async throws {
        let result = try await install("--shell-version=42")
        #expect(result.code == 2)
        #expect(result.errors.hasPrefix("tallylight: The extension is for GNOME Shell 43 to 50, not 42."))
        #expect(extensions == [])
    }

    @Test
    func `a version that is none has no meaning`() async throws {
        let result = try await install("--shell-version", "new")
        #expect(result.code == 2)
        #expect(result.errors == "tallylight: “--shell-version” needs a version of GNOME Shell, such as 43, not “new”.\n")
    }

    @Test
    func `root does not install it in another user's home`() async throws {
        try #require(chown(home.path, 65_534, 65_534) == 0)
        let result = try await install("--shell-version", "43")
        #expect(result.code == 1)
        #expect(result.errors == "tallylight: \(home.path) belongs to another user. Install the extension as that user, without sudo.\n")
        #expect(home.names == [])
    }

    @Test
    func `what is not there is taken away without a word of complaint`() async throws {
        let result = try await install("--remove")
        #expect(result.code == 0)
        #expect(result.output == "The extension is not installed.\n")
        #expect(result.errors == "")
    }
}
