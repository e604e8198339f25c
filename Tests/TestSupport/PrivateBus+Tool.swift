// SPDX-License-Identifier: MIT

extension PrivateBus {
    /// What a program that was run has left behind.
    public struct ToolResult: Sendable {
        /// Its exit code, or minus the number of the signal that ended it.
        public let status: Int32
        /// What it wrote to standard output.
        public let output: String
        /// What it wrote to standard error.
        public let errors: String
    }

    /// Runs a program with this bus as its session bus, and waits for its end without blocking the loop.
    public func run(_ command: String...) async throws -> ToolResult {
        try await Self.run(command, environment: ["DBUS_SESSION_BUS_ADDRESS": addressText])
    }
}
