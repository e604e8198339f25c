// SPDX-License-Identifier: MIT

import DBus
import TestSupport

/// What the programs of XFCE keep their settings in: xfconf, with files of a desk's own.
struct XfceSettings {
    private let daemon: BusProgram

    /// Starts it on the bus of a desk.
    ///
    /// - Parameter channels: for each channel the properties in it, as the file of the channel has them.
    init(on screen: XScreen, of desk: Desk, channels: [String: String] = [:]) async throws {
        for (name, properties) in channels {
            let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<channel name=\"\(name)\" version=\"1.0\">\n\(properties)\n</channel>\n"
            try desk.home.write(text, to: ".config/xfce4/xfconf/xfce-perchannel-xml/\(name).xml")
        }
        daemon = try await BusProgram(DesktopProgram(service: "org.xfce.Xfconf", package: "xfconf"), owning: "org.xfce.Xfconf", on: desk, environment: screen.environment)
    }

    /// Kills it.
    func end() async { await daemon.end() }
}
