// SPDX-License-Identifier: MIT

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
        guard isSet("WAYLAND_DISPLAY") || isSet("DISPLAY"), path.hasPrefix("/") else { return nil }
        return command("xdg-open", [path], token: token)
    }

    /// The desktop's own settings of sound, at the microphones where it can; nil when there are none.
    ///
    /// - Parameter token: the right to come to the front, which the server gave with the click; nil for none.
    package func soundSettings(token: String? = nil) -> ChildProcess.Command? {
        guard isSet("WAYLAND_DISPLAY") || isSet("DISPLAY") else { return nil }
        let desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":")
        let own = Self.soundSettings.filter { settings in desktops.contains { $0 == settings.desktop } }
        // Whoever has no desktop, or one without such settings, may still have a mixer.
        return (own + Self.soundSettings.filter(\.desktop.isEmpty)).lazy.compactMap { command($0.program, $0.arguments, token: token) }.first
    }

    /// The programs, by the desktop they belong to, as it calls itself in `XDG_CURRENT_DESKTOP`; those of none come last.
    private static let soundSettings: [(desktop: String, program: String, arguments: [String])] = [
        ("GNOME", "gnome-control-center", ["sound"]), ("Unity", "gnome-control-center", ["sound"]), ("KDE", "systemsettings", ["kcm_pulseaudio"]),
        ("KDE", "systemsettings5", ["kcm_pulseaudio"]), ("X-Cinnamon", "cinnamon-settings", ["sound"]), ("MATE", "mate-volume-control", ["--page", "input"]),
        ("COSMIC", "cosmic-settings", ["sound"]), ("", "pavucontrol", ["--tab=4"]), ("", "pavucontrol-qt", ["--tab=4"]), ("", "pwvucontrol", []),
    ]

    private func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

    private func command(_ name: String, _ arguments: [String], token: String? = nil) -> ChildProcess.Command? {
        guard let program = SearchPath(environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").program(name) else { return nil }
        let rights = token.map { ["XDG_ACTIVATION_TOKEN": $0, "DESKTOP_STARTUP_ID": $0] } ?? [:]
        return ChildProcess.Command(program, arguments, environment: environment.merging(rights) { $1 })
    }
}
