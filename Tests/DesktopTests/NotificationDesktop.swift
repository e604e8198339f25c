// SPDX-License-Identifier: MIT

import TestSupport

/// A notification server on a screen that nobody sees, with the buttons it has.
protocol NotificationDesktop {
    /// Starts it on the bus of a desk and waits until notifications are shown.
    init(on desk: Desk) async throws

    associatedtype Display: Screen
    /// Where it is.
    var screen: Display { get }

    /// Kills the server and starts another one.
    mutating func restart() async throws

    /// Ends server and screen.
    func end() async

    /// Presses the button `label` of the one notification on the screen.
    func press(_ label: String) async throws

    /// Waits until `count` notifications are on the screen, and none waits.
    func displays(_ count: Int) async throws
}

extension NotificationDesktop {
    /// Works with one on a desk that hears and has a stand-in for an engine, and ends it.
    static func use(_ body: (Desk, inout Self, PrivatePulse) async throws -> Void) async throws {
        let engine = StandInEngine()
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse, extra: engine.environment) { desk in
            var desktop = try await Self(on: desk)
            try await running {
                try await body(desk, &desktop, pulse)
            } finally: {
                await desktop.end()
            }
        }
    }
}
