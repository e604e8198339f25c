// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Glibc
internal import Localization
internal import ShellExtension

/// `install-extension`: puts the extension where GNOME Shell looks for it and switches it on, or takes it away again.
@LoopActor
struct InstallExtensionVerb {
    let options: Options
    let console: Console

    func run() async throws(RecordingError) -> ExitCode {
        let folder = try Self.folder()
        let shell = await RunningShell()
        if options.remove {
            try await remove(folder, shell)
        } else {
            try await install(folder, shell)
        }
        return .done
    }

    // MARK: There and away

    private func install(_ folder: ExtensionFolder, _ shell: RunningShell?) async throws(RecordingError) {
        let here = await versionHere(shell)
        guard let version = options.shellVersion ?? here else {
            throw RecordingError(
                .notFound, localized("GNOME Shell is neither running nor installed. Say for which version of it the extension is meant, as in “--shell-version 43”."))
        }
        guard let build = ExtensionBuild(for: version) else { throw Self.unsuited(version) }
        let wasThere = folder.exists
        do throws(ExtensionFolderError) { try folder.install(build) } catch { throw Self.failure(error) }
        console.line(localized("The extension for GNOME Shell {version} is in {path}.", ["version": "\(version)", "path": folder.path]))
        if let here, here != version, !build.versions.contains(here.number) {
            return console.line(localized("The GNOME Shell here is {version} and does not load it. Leave --shell-version out for one that it does.", ["version": "\(here)"]))
        }
        console.line(await switchOn(shell, wasThere: wasThere))
        guard await ShellSettings.areExtensionsOff else { return }
        console.line(localized("All extensions are switched off. Switch them on with “gsettings set org.gnome.shell disable-user-extensions false”."))
    }

    /// - Returns: what came of it, and what is left to do.
    private func switchOn(_ shell: RunningShell?, wasThere: Bool) async -> String {
        if let shell, await shell.knows(ExtensionBuild.identifier), await shell.set(ExtensionBuild.identifier, isOn: true) {
            return wasThere ? localized("It is on. GNOME Shell takes this version of it when you log out and in again.") : localized("It is on.")
        }
        guard await ShellSettings.set(ExtensionBuild.identifier, isOn: true) else {
            return localized("Log out and in again, then switch it on with “gnome-extensions enable {name}”.", ["name": ExtensionBuild.identifier])
        }
        return localized("Log out and in again: GNOME Shell looks for extensions when it starts. It is on then.")
    }

    private func remove(_ folder: ExtensionFolder, _ shell: RunningShell?) async throws(RecordingError) {
        // A shell that has loaded it lets go of it first.
        if let shell, await shell.knows(ExtensionBuild.identifier) { _ = await shell.set(ExtensionBuild.identifier, isOn: false) }
        _ = await ShellSettings.set(ExtensionBuild.identifier, isOn: false)
        guard folder.exists else { return console.line(localized("The extension is not installed.")) }
        do throws(ExtensionFolderError) { try folder.remove() } catch { throw Self.failure(error) }
        console.line(localized("The extension is removed."))
    }

    // MARK: Where, and for which shell

    private static func folder() throws(RecordingError) -> ExtensionFolder {
        let environment = ProcessEnvironment.values(of: ["HOME", "XDG_DATA_HOME"])
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw RecordingError(.storageFailed, localized("There is no place for the extension, for HOME is not set. Set it to the absolute path of your home folder."))
        }
        // Root would leave folders there that their owner can't remove; anybody else is held off by the kernel.
        var status = stat()
        guard geteuid() != 0 || stat(home, &status) != 0 || status.st_uid == 0 else {
            throw RecordingError(.permissionDenied, localized("{path} belongs to another user. Install the extension as that user, without sudo.", ["path": home]))
        }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return ExtensionFolder(dataHome: data) }
        return ExtensionFolder(dataHome: "\(home)/.local/share")
    }

    /// The version of the shell that runs, else that of the one that is installed; nil when there is neither.
    private func versionHere(_ shell: RunningShell?) async -> ShellVersion? {
        if let shell { return shell.version }
        return await ProgramOutput.of("gnome-shell", "--version").flatMap(ShellVersion.init)
    }

    private static func unsuited(_ version: ShellVersion) -> RecordingError {
        let known = ExtensionBuild.allCases.flatMap(\.versions)
        return RecordingError(
            .invalidArguments,
            localized(
                "The extension is for GNOME Shell {first} to {last}, not {version}. Everything else of Tallylight works there: see “tallylight help”.",
                ["first": "\(known.min() ?? 0)", "last": "\(known.max() ?? 0)", "version": "\(version)"]))
    }

    private static func failure(_ error: ExtensionFolderError) -> RecordingError {
        RecordingError(.storageFailed, localized("{path} could not be written: {reason}.", ["path": error.path, "reason": String(errno: error.code)]))
    }
}
