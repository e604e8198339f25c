// SPDX-License-Identifier: MIT

import DBus
import Glibc

extension FuzzedReader {
    /// The arguments of messages.
    ///
    /// An input whose first byte is even is a message as it comes off the wire, which libdbus looks at first. From an odd one values are made (``ValueMaker``): those that may be sent must
    /// come back as they are.
    static let values = FuzzedReader(name: "values") { input in
        guard let kind = input.first else { return }
        let message = kind % 2 == 0 ? LibDBus.message(of: input.dropFirst()) : nil
        if let message {
            guard let values = try? message.values() else { return }
            // What can be read can be written, and says the same then.
            let again = LibDBus.sent(values)
            insist(again == values || again.map { "\($0)" } == "\(values)", "\(values) became \(String(describing: again))")
        } else if kind % 2 == 1 {
            var maker = ValueMaker(input.dropFirst())
            let values = maker.row()
            guard let read = LibDBus.sent(values) else { return }
            let sent = ValueMaker.withoutNUL(values)
            // What is no number is not the same as itself, but looks the same.
            insist(read == sent || "\(read)" == "\(sent)", "\(values) became \(read)")
        }
    }
}

/// What of libdbus only the fuzzer needs; its module has one importer, so it is asked by name.
private enum LibDBus {
    private typealias Demarshal = @convention(c) (UnsafePointer<UInt8>?, Int32, UnsafeMutableRawPointer?) -> OpaquePointer?
    private typealias Marshal = @convention(c) (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int32>) -> UInt32
    private typealias SetSerial = @convention(c) (OpaquePointer, UInt32) -> Void
    private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

    private static let demarshal = function("dbus_message_demarshal", as: Demarshal.self)
    private static let marshal = function("dbus_message_marshal", as: Marshal.self)
    private static let setSerial = function("dbus_message_set_serial", as: SetSerial.self)
    private static let free = function("dbus_free", as: Free.self)

    /// The message that `bytes` are; nil when libdbus finds them invalid.
    static func message(of bytes: ArraySlice<UInt8>) -> IncomingMessage? {
        bytes.withUnsafeBufferPointer { demarshal($0.baseAddress, Int32($0.count), nil) }.map { IncomingMessage($0) }
    }

    /// What arrives when `values` are sent; nil when they may not be sent.
    static func sent(_ values: [Value]) -> [Value]? {
        guard let message = try? OutgoingMessage(MethodCall("Fuzz", values, of: "org.tallylight.Fuzz", on: "/", at: "org.tallylight.Fuzz")) else { return nil }
        setSerial(message.pointer, 1)
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        insist(marshal(message.pointer, &bytes, &count) != 0, "no memory is left for a message")
        defer { free(bytes) }
        let arrived = LibDBus.message(of: Array(UnsafeBufferPointer(start: bytes, count: Int(count)))[...])
        insist(arrived != nil, "libdbus refuses what it wrote: \(values)")
        guard let arrived else { return nil }
        let read = try? arrived.values()
        insist(read != nil, "what may be sent may not be read: \(values)")
        return read
    }

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
        guard let address = dlsym(nil, name) else { preconditionFailure("libdbus has no \(name)") }
        return unsafeBitCast(address, to: type)
    }
}
