// SPDX-License-Identifier: MIT

internal import Glibc

/// The programs of the desktop that buttons need, looked for when they are needed: they may be installed, and a recorder may have been started outside of any desktop.
package struct DesktopPrograms: Sendable {
    private let environment: [String: String]

    /// The programs of a session with this environment.
    package init(environment: [String: String]) { self.environment = environment }

    /// The program that puts what it reads on the clipboard; nil when there is none for this session.
    package var clipboard: ChildProcess.Command? {
        let (wayland, x11) = (isSet("WAYLAND_DISPLAY"), isSet("DISPLAY"))
        let known: [(isUsable: Bool, name: String, arguments: [String])] = [
            (wayland, "wl-copy", ["--type", "text/plain;charset=utf-8"]), (x11, "xclip", ["-selection", "clipboard", "-in"]), (x11, "xsel", ["--clipboard", "--input"]),
        ]
        return known.lazy.filter(\.isUsable).compactMap { command($0.name, $0.arguments) }.first
    }

    /// The program that opens `path`; nil when there is none.
    ///
    /// - Parameter token: the right to come to the front, which the server gave with the click; nil for none.
    package func opener(of path: String, token: String? = nil) -> ChildProcess.Command? {
        guard isSet("WAYLAND_DISPLAY") || isSet("DISPLAY"), path.hasPrefix("/"), var command = command("xdg-open", [path]) else { return nil }
        if let token { command.environment.merge(["XDG_ACTIVATION_TOKEN": token, "DESKTOP_STARTUP_ID": token]) { $1 } }
        return command
    }

    private func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

    private func command(_ name: String, _ arguments: [String]) -> ChildProcess.Command? {
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
        guard let program = folders.map({ folder in "\(folder)/\(name)" as String }).first(where: { access($0, X_OK) == 0 }) else { return nil }
        return ChildProcess.Command(program, arguments, environment: environment)
    }
}
