// SPDX-License-Identifier: MIT

/// The isolation of everything that lives on the event loop's thread.
@globalActor
public actor LoopActor {
    /// The actor itself; it has no state of its own.
    public static let shared = LoopActor()

    /// The event loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { Loop.shared.asUnownedSerialExecutor() }

    /// Calls `body` where the caller, a C callback for example, knows that it is on the loop's thread; stops the process where it is not.
    @inlinable
    public static func assumeIsolated<Result: Sendable>(_ body: @LoopActor () throws -> Result) rethrows -> Result {
        Loop.shared.checkIsolated()
        // Safety: isolation is the only difference between the two types, and it was checked in the line above. The standard library does the same for MainActor.
        return try withoutActuallyEscaping(body) { try unsafeBitCast($0, to: (() throws -> Result).self)() }
    }
}
