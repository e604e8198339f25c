// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport

/// mako on a sway that nobody sees.
///
/// A click on a notification opens the menu of its buttons, as mako's manual has it; the program for menus picks the line that the file `pick` names.
struct Mako: NotificationDesktop {
    let screen: any Screen
    private let sway: SwayScreen
    private let desk: Desk
    private var mako: Subprocess

    /// What it draws notifications on.
    private static let ground = Colour(0x285577)

    init(on desk: Desk) async throws {
        self.desk = desk
        sway = try await SwayScreen(on: desk, width: 600, height: 300)
        screen = sway
        let menu = "exec makoctl menu -n \"$id\" grep -m1 -f '\(desk.home.file("mako/pick"))'"
        try desk.home.write("background-color=#285577\nborder-size=0\nfont=DejaVu Sans 11\non-button-left=\(menu)\n", to: "mako/config")
        mako = try await Self.mako(on: desk, sway)
    }

    private static func mako(on desk: Desk, _ sway: SwayScreen) async throws -> Subprocess {
        let mako = try await DesktopProgram("/usr/bin/mako", package: "mako-notifier").start(["--config", desk.home.file("mako/config")], environment: sway.environment)
        try await desk.untilOwned("org.freedesktop.Notifications")
        return mako
    }

    mutating func restart() async throws {
        await mako.send(SIGKILL)
        _ = try await mako.finish()
        mako = try await Self.mako(on: desk, sway)
    }

    func end() async {
        await mako.terminate()
        await sway.end()
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
        try await DesktopProgram("/usr/bin/makoctl", package: "mako-notifier").run(words, environment: sway.environment)
    }
}
