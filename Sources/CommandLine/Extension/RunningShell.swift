// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop
internal import RecorderService
internal import ShellExtension

/// The GNOME Shell of the session.
@LoopActor
struct RunningShell {
    private static let patience = Duration.seconds(5)

    /// Its version.
    let version: ShellVersion
    private let extensions: RemoteObject

    /// Looks for it; nil when there is none, or it does not answer.
    init?() async {
        guard let connection = try? await Connection.open(BusAddress.session()) else { return nil }
        extensions = RemoteObject("org.gnome.Shell.Extensions", on: "/org/gnome/Shell", at: "org.gnome.Shell", over: connection)
        guard let text = try? await extensions.property("ShellVersion", within: Self.patience).text, let version = ShellVersion(text) else { return nil }
        self.version = version
    }

    /// Whether it has loaded the extension, or would: it looks for extensions when it starts, and not again.
    func knows(_ identifier: String) async -> Bool {
        let answer = try? await extensions.call("GetExtensionInfo", [.string(identifier)], returning: "a{sv}", within: Self.patience)
        return answer?.first?.options?.isEmpty == false
    }

    /// Switches an extension that it knows on or off.
    ///
    /// - Returns: whether it did.
    func set(_ identifier: String, isOn: Bool) async -> Bool {
        let answer = try? await extensions.call(isOn ? "EnableExtension" : "DisableExtension", [.string(identifier)], returning: "b", within: Self.patience)
        return answer?.first?.boolean == true
    }
}
