// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import TestSupport

/// mako on a sway that nobody sees.
///
/// A click on a notification opens the menu of its buttons, as mako's manual has it; the program for menus picks the line that the file `pick` names.
struct Mako: NotificationDesktop {
    let screen: SwayScreen
    private let desk: Desk
    private var mako: BusProgram

    /// What it draws notifications on.
    private static let ground = Colour(0x285577)

    init(on desk: Desk) async throws {
        self.desk = desk
        screen = try await SwayScreen(on: desk, width: 600, height: 300)
        let menu = "exec makoctl menu -n \"$id\" grep -m1 -f '\(desk.home.file("mako/pick"))'"
        let config = "background-color=#285577\nborder-size=0\nfont=DejaVu Sans 11\non-button-left=\(menu)\n"
        let arguments = ["--config", try desk.home.write(config, to: "mako/config")]
        mako = try await BusProgram(
            DesktopProgram("/usr/bin/mako", package: "mako-notifier"), arguments, owning: "org.freedesktop.Notifications", on: desk, environment: screen.environment)
    }

    mutating func restart() async throws { try await mako.restart() }

    func end() async {
        await mako.end()
        await screen.end()
    }

    func press(_ label: String) async throws {
        try desk.home.write("\(label)\n", to: "mako/pick")
        try await screen.click(.left, at: try await screen.find(Self.ground))
    }

    func displays(_ count: Int) async throws {
        try await desk.eventually("\(count) notifications of mako") { try await numbers().count == count }
        try await screen.until("\(count) notifications") { ($0.count(Self.ground) > 0) == (count > 0) }
    }

    /// The numbers of what is shown.
    func numbers() async throws -> [Int64] {
        try await desk.withConnection { connection in
            let mako = RemoteObject("fr.emersion.Mako", on: "/fr/emersion/Mako", at: "org.freedesktop.Notifications", over: connection)
            return try await mako.call("ListNotifications")[0].elements?.compactMap { $0.options?["id"]?.integer } ?? []
        }
    }

    /// Runs `makoctl`.
    func control(_ words: String...) async throws {
        try await DesktopProgram("/usr/bin/makoctl", package: "mako-notifier").run(words, environment: screen.environment)
    }
}
