// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// A pointer of a Wayland compositor that has none, by the protocol
/// [wlr-virtual-pointer](https://wayland.app/protocols/wlr-virtual-pointer-unstable-v1), without a library.
///
/// A compositor without a display has no pointer until such a device exists, and its clients hear of no click. A message is an object, an operation and arguments, all of them in words of
/// four bytes. Each request here is followed by a round trip: when it returns, the compositor has done what was asked.
actor VirtualPointer {
    private let socket: Int32
    private let width: Int
    private let height: Int
    private var next: UInt32 = 3
    private var pointer: UInt32 = 0

    /// Makes one for a layout of outputs of a size.
    init(on path: String, width: Int, height: Int) async throws {
        self.width = width
        self.height = height
        socket = RawSocket.connect(to: path)
        try create()
    }

    private static let display: UInt32 = 1
    private static let registry: UInt32 = 2

    private func create() throws {
        request(Self.display, 1, [Self.registry])
        let globals = try roundTrip()
        let seat = bind("wl_seat", globals)
        let manager = bind("zwlr_virtual_pointer_manager_v1", globals)
        pointer = newObject()
        request(manager, 0, [seat, pointer])
        _ = try roundTrip()
    }

    /// Moves to a place, presses and releases.
    func click(_ button: PointerButton, at point: Picture.Point) throws {
        try send(1, [UInt32(point.x), UInt32(point.y), UInt32(width), UInt32(height)])
        // Linux's numbers: left, right, middle.
        let code: UInt32 = [.left: 0x110, .right: 0x111, .middle: 0x112][button] ?? 0
        try send(2, [code, 1])
        try send(2, [code, 0])
    }

    func close() { Glibc.close(socket) }

    // MARK: The wire

    /// An event of the pointer now, and the end of a frame of events.
    private func send(_ operation: UInt16, _ words: [UInt32]) throws {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        request(pointer, operation, [UInt32(truncatingIfNeeded: now.tv_sec * 1000 + now.tv_nsec / 1_000_000)] + words)
        request(pointer, 4, [])
        _ = try roundTrip()
    }

    private func newObject() -> UInt32 {
        defer { next += 1 }
        return next
    }

    private func bind(_ interface: String, _ globals: [String: UInt32]) -> UInt32 {
        let object = newObject()
        var text = Array(interface.utf8) + [0]
        text += [UInt8](repeating: 0, count: (4 - text.count % 4) % 4)
        let name = RawMessage.number(globals[interface] ?? 0)
        request(Self.registry, 0, bytes: name + RawMessage.number(UInt32(interface.utf8.count + 1)) + text + RawMessage.number(1) + RawMessage.number(object))
        return object
    }

    private func request(_ object: UInt32, _ operation: UInt16, _ words: [UInt32]) { request(object, operation, bytes: words.flatMap(RawMessage.number)) }

    private func request(_ object: UInt32, _ operation: UInt16, bytes body: [UInt8]) {
        RawSocket.write(RawMessage.number(object) + RawMessage.number(UInt32(8 + body.count) << 16 | UInt32(operation)) + body, to: socket)
    }

    /// Waits until the compositor has done all that was asked, and returns the globals it told of meanwhile.
    private func roundTrip() throws -> [String: UInt32] {
        let callback = newObject()
        request(Self.display, 0, [callback])
        var globals: [String: UInt32] = [:]
        while let head = RawSocket.read(8, from: socket) {
            let (object, size) = (RawSocket.number(head, at: 0), RawSocket.number(head, at: 4) >> 16)
            guard let body = RawSocket.read(size - 8, from: socket) else { break }
            if object == callback { return globals }
            let isEvent0 = RawSocket.number(head, at: 4) & 0xffff == 0
            if object == Self.display, isEvent0 { throw DeskError("the compositor refused the pointer: \(String(decoding: body, as: UTF8.self))") }
            if object == Self.registry, isEvent0 {
                let length = RawSocket.number(body, at: 4) - 1
                globals[String(decoding: body[8..<8 + length], as: UTF8.self)] = UInt32(RawSocket.number(body, at: 0))
            }
        }
        throw DeskError("the compositor is gone")
    }
}
