// SPDX-License-Identifier: MIT

public import DBus
internal import EventLoop

/// Runs `body` with a bus that lives as long.
public func withPrivateBus<Result>(_ body: (PrivateBus) async throws -> Result) async throws -> Result {
    let bus = try PrivateBus()
    defer { bus.remove() }
    return try await body(bus)
}

/// Runs `body` on the loop with a connection to a bus that lives as long.
public func withPrivateConnection<Result: Sendable>(_ body: @escaping @LoopActor (PrivateBus, Connection) async throws -> Result) async throws -> Result {
    try await withPrivateBus { bus in
        try await onLoop {
            let connection = try await Connection.open(bus.address)
            return try await running {
                try await body(bus, connection)
            } finally: {
                await connection.close()
            }
        }
    }
}
