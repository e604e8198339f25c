// SPDX-License-Identifier: MIT

internal import EventLoop

/// What GNOME Shell reads when it starts: the user's settings, by gsettings(1).
@LoopActor
enum ShellSettings {
    private static let schema = "org.gnome.shell"

    /// Whether the user has switched all extensions off.
    static var areExtensionsOff: Bool {
        get async { await ProgramOutput.of("gsettings", "get", schema, "disable-user-extensions")?.hasPrefix("true") == true }
    }

    /// Has an extension on, or nowhere, from the next start of the shell on.
    ///
    /// - Returns: whether that could be set.
    static func set(_ identifier: String, isOn: Bool) async -> Bool {
        let isInOneList = await change("enabled-extensions") { $0.set(identifier, isIn: isOn) }
        let isOffTheOther = await change("disabled-extensions") { $0.set(identifier, isIn: false) }
        return isInOneList && isOffTheOther
    }

    private static func change(_ key: String, _ body: (inout GSettingsList) -> Void) async -> Bool {
        guard let list = await ProgramOutput.of("gsettings", "get", schema, key).flatMap(GSettingsList.init) else { return false }
        var changed = list
        body(&changed)
        guard changed != list else { return true }
        return await ProgramOutput.of("gsettings", "set", schema, key, changed.text) != nil
    }
}
