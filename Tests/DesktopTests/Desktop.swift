// SPDX-License-Identifier: MIT

import TestSupport

/// A program of a desktop on a screen that nobody sees.
protocol Desktop: Sendable {
    associatedtype Display: Screen
    /// Where it is.
    var screen: Display { get }

    /// Starts it on the bus of a desk; it is ready when this returns.
    init(on desk: Desk) async throws

    /// Kills the program and starts another one.
    mutating func restart() async throws

    /// Ends program and screen.
    func end() async
}

extension Desktop {
    /// Works with one on a desk that hears and has a stand-in for an engine, and ends it.
    static func use(_ engine: StandInEngine = StandInEngine(), _ body: (Desk, inout Self, PrivatePulse) async throws -> Void) async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        try await Desk.use(sound: pulse, extra: engine.environment) { desk in
            var desktop = try await Self(on: desk)
            try await running {
                try await body(desk, &desktop, pulse)
            } finally: {
                await desktop.end()
                await desk.endIndicator()
            }
        }
    }
}
