// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport

/// dunst on a screen that nobody sees, on the bus of a desk.
///
/// Its buttons are chosen in a menu, for which it runs a program: this one picks the line that the file `pick` names.
struct DunstDesktop {
    private let desk: Desk
    private let screen: Subprocess
    private var dunst: Subprocess
    private let environment: [String: String]

    /// Starts both and waits until notifications are shown.
    init(on desk: Desk) async throws {
        self.desk = desk
        screen = try await Subprocess.start("/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "800x400x24", "-nolisten", "tcp"], environment: desk.environment)
        environment = desk.environment.merging(["DISPLAY": ":\(try await screen.nextLine())"]) { $1 }
        mkdir(desk.home.file("dunst"), 0o700)
        Self.write("#!/bin/sh\nexec grep -m1 -f \"\(desk.home.file("dunst"))/pick\"\n", to: desk.home.file("dunst/menu"), mode: 0o700)
        Self.write("[global]\n    dmenu = \(desk.home.file("dunst/menu"))\n    history_length = 20\n", to: desk.home.file("dunst/dunstrc"), mode: 0o600)
        dunst = try await Self.dunst(on: desk, environment)
    }

    private static func dunst(on desk: Desk, _ environment: [String: String]) async throws -> Subprocess {
        let dunst = try await Subprocess.start("/usr/bin/dunst", ["-config", desk.home.file("dunst/dunstrc")], environment: environment)
        try await desk.withConnection { connection in
            let owned = Gate()
            let watch = try await connection.watch("org.freedesktop.Notifications") { if $0.new != nil { owned.open() } }
            if watch.owner == nil { await owned.pass() }
        }
        return dunst
    }

    /// Kills dunst and starts another one.
    mutating func restart() async throws {
        await dunst.send(SIGKILL)
        _ = try await dunst.finish()
        dunst = try await Self.dunst(on: desk, environment)
    }

    /// Ends both.
    func end() async {
        await dunst.terminate()
        await screen.terminate()
    }

    /// Chooses the button `label` of what is on the screen.
    func press(_ label: String) async throws {
        Self.write("\(label)\n", to: desk.home.file("dunst/pick"), mode: 0o600)
        try await desk.withConnection { connection in
            _ = try await RemoteObject("org.dunstproject.cmd0", on: "/org/freedesktop/Notifications", at: "org.freedesktop.Notifications", over: connection).call("ContextMenuCall")
        }
    }

    /// Waits until `count` notifications are on the screen, and none waits.
    func displays(_ count: Int64) async throws {
        try await until { $0["displayedLength"]?.integer == count && $0["waitingLength"]?.integer == 0 }
    }

    /// How many notifications have been on the screen and are not any more.
    func history() async throws -> Int64 {
        try await properties()["historyLength"]?.integer ?? -1
    }

    /// Asks until dunst says what is wanted; it doesn't tell of it.
    private func until(_ condition: ([String: Value]) -> Bool) async throws {
        let start = ContinuousClock.now
        while true {
            let properties = try await properties()
            if condition(properties) { return }
            guard start.duration(to: .now) < .seconds(10) else { throw DeskError("dunst shows something else: \(properties)") }
        }
    }

    private func properties() async throws -> [String: Value] {
        try await desk.withConnection { connection in
            try await RemoteObject("org.dunstproject.cmd0", on: "/org/freedesktop/Notifications", at: "org.freedesktop.Notifications", over: connection).properties()
        }
    }

    private static func write(_ text: String, to path: String, mode: mode_t) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        _ = Glibc.write(file, text, text.utf8.count)
        close(file)
    }
}
