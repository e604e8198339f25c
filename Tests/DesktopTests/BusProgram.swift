// SPDX-License-Identifier: MIT

import DBus
import TestSupport

/// A program of a desktop that has a name on the bus when it is ready.
struct BusProgram: Sendable {
    private let program: DesktopProgram
    private let arguments: [String]
    private let environment: [String: String]
    private let name: BusName
    private let desk: Desk
    private var process: Subprocess

    /// Starts it on the bus of a desk, and waits for its name.
    init(_ program: DesktopProgram, _ arguments: [String] = [], owning name: BusName, on desk: Desk, environment: [String: String]) async throws {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.name = name
        self.desk = desk
        process = try await program.start(arguments, environment: environment)
        do {
            try await desk.untilOwned(name)
        } catch {
            throw DeskError("\(program.path) is not ready (\(error)): \(await process.errorsSoFar)")
        }
    }

    /// Kills it, with what it has started, and starts another one.
    mutating func restart() async throws {
        await end()
        _ = try await process.finish()
        self = try await BusProgram(program, arguments, owning: name, on: desk, environment: environment)
    }

    /// Kills it, with what it has started.
    func end() async { await process.terminate() }
}
