// SPDX-License-Identifier: MIT

internal import EventLoop

/// The way from libpulse's callbacks into the loop's isolation.
enum PulseCallback {
    /// What a callback got, on its way over the border of isolation and back.
    private struct Parcel<Content>: @unchecked Sendable {
        // Safety: packed and opened on the same thread, the loop's, before `enter` returns.
        let content: Content
    }

    /// Calls `body` with what a callback got.
    ///
    /// libpulse calls on the loop's thread only, because the loop is what calls libpulse; anything else stops the process.
    static func enter<each Argument, Result>(_ argument: repeat each Argument, body: @LoopActor (repeat each Argument) -> Result) -> Result {
        let parcel = Parcel(content: (repeat each argument))
        return LoopActor.assumeIsolated { Parcel(content: body(repeat each parcel.content)) }.content
    }

    /// Calls `body` with the object a callback's `userdata` stands for.
    static func enter<Object: AnyObject>(_ userdata: UnsafeMutableRawPointer?, as type: Object.Type, body: @LoopActor (Object) -> Void) {
        guard let userdata else { return }
        enter(Unmanaged<Object>.fromOpaque(userdata).takeUnretainedValue(), body: body)
    }

    /// Retains `object` for libpulse, which knows it by the handle.
    static func retain(_ object: AnyObject) -> OpaquePointer {
        OpaquePointer(Unmanaged.passRetained(object).toOpaque())
    }

    /// The handle libpulse knows `object` by.
    static func handle(of object: AnyObject) -> OpaquePointer {
        OpaquePointer(Unmanaged.passUnretained(object).toOpaque())
    }

    /// The object libpulse knows by `handle`.
    static func object<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) -> Object? {
        handle.map { Unmanaged<Object>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    /// Gives up what ``retain(_:)`` took.
    static func release(_ object: AnyObject) {
        Unmanaged.passUnretained(object).release()
    }
}
