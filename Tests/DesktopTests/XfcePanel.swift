// SPDX-License-Identifier: MIT

import DBus
import TestSupport

/// The panel of XFCE with a tray at its right end, on a screen that nobody sees.
struct XfcePanel: TrayDesktop {
    let screen: XScreen
    static let bar = Picture.Area(x: 0..<600, y: 0..<32)
    private let settings: XfceSettings
    private var panel: BusProgram

    private static let channel = """
          <property name="configver" type="int" value="2"/>
          <property name="panels" type="array"><value type="int" value="1"/>
            <property name="panel-1" type="empty">
              <property name="position" type="string" value="p=6;x=0;y=0"/>
              <property name="length" type="uint" value="100"/>
              <property name="position-locked" type="bool" value="true"/>
              <property name="size" type="uint" value="32"/>
              <property name="plugin-ids" type="array"><value type="int" value="1"/><value type="int" value="2"/></property>
            </property>
          </property>
          <property name="plugins" type="empty">
            <property name="plugin-1" type="string" value="separator">
              <property name="expand" type="bool" value="true"/><property name="style" type="uint" value="0"/>
            </property>
            <property name="plugin-2" type="string" value="systray"><property name="square-icons" type="bool" value="true"/></property>
          </property>
        """

    init(on desk: Desk) async throws {
        screen = try await XScreen(on: desk, size: "600x300")
        settings = try await XfceSettings(on: screen, of: desk, channels: ["xfce4-panel": Self.channel])
        try desk.home.write(Self.menuStyle, to: ".config/gtk-3.0/gtk.css")
        panel = try await BusProgram(
            DesktopProgram("/usr/bin/xfce4-panel", package: "xfce4-panel"), ["--disable-wm-check"], owning: "org.kde.StatusNotifierWatcher", on: desk,
            environment: screen.environment)
    }

    mutating func restart() async throws { try await panel.restart() }

    func end() async {
        await panel.end()
        await settings.end()
        await screen.end()
    }
}
