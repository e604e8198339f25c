// SPDX-License-Identifier: MIT

internal import CDBus

/// A message being made, and its one owner until it is sent.
///
/// The body is written first and the header after it: libdbus writes the signature field anew with each value, which
/// takes it several times as long when there are other fields around it.
/// Texts are lent to it with `withCString`: as plain arguments each would be copied into an array first.
package struct OutgoingMessage: ~Copyable {
    package let pointer: OpaquePointer

    /// A call that wants an answer.
    package init(_ call: MethodCall) throws(BusError) {
        try self.init(DBUS_MESSAGE_TYPE_METHOD_CALL, call.arguments)
        set(dbus_message_set_path, call.path.text)
        set(dbus_message_set_interface, call.interface.text)
        set(dbus_message_set_member, call.member.text)
        set(dbus_message_set_destination, call.destination.text)
        if !call.mayStart { dbus_message_set_auto_start(pointer, 0) }
    }

    /// A signal, whose types have been compared with its declaration.
    init(signal: MemberName, of interface: InterfaceName, on path: ObjectPath, _ arguments: [Value], types: Signature) throws(BusError) {
        try self.init(DBUS_MESSAGE_TYPE_SIGNAL, arguments, types: types)
        address(from: path, interface, signal)
    }

    /// The signal that tells of `changes`, whose types have been compared with their declarations.
    init(_ changes: PropertyChanges, on path: ObjectPath) throws(BusError) {
        self.init(type: DBUS_MESSAGE_TYPE_SIGNAL)
        try ValueCheck.check(changes)
        try BodyWriter.append(changes, to: pointer)
        address(from: path, .properties, .propertiesChanged)
    }

    /// The answer to a call, whose types have been compared with its declaration.
    init(replyingTo call: CallOrigin, _ values: [Value], types: Signature) throws(BusError) {
        try self.init(DBUS_MESSAGE_TYPE_METHOD_RETURN, values, types: types)
        address(to: call)
    }

    /// An error as the answer to a call.
    init(refusing call: CallOrigin, _ name: ErrorName, _ message: String) {
        self.init(type: DBUS_MESSAGE_TYPE_ERROR)
        // A string can always be appended.
        try? BodyWriter.append([.string(String(decoding: message.utf8.prefix(4096), as: UTF8.self))], to: pointer)
        set(dbus_message_set_error_name, name.text)
        address(to: call)
    }

    private init(_ type: Int32, _ values: [Value], types: Signature? = nil) throws(BusError) {
        self.init(type: type)
        guard !values.isEmpty else { return }
        try ValueCheck.check(values, types: types)
        try BodyWriter.append(values, to: pointer)
    }

    private init(type: Int32) {
        guard let pointer = dbus_message_new(type) else { preconditionFailure("no memory is left for a message") }
        self.pointer = pointer
    }

    deinit { dbus_message_unref(pointer) }

    /// Says that no answer is wanted.
    func wantNoReply() { dbus_message_set_no_reply(pointer, 1) }

    private func address(from path: ObjectPath, _ interface: InterfaceName, _ signal: MemberName) {
        wantNoReply()
        set(dbus_message_set_path, path.text)
        set(dbus_message_set_interface, interface.text)
        set(dbus_message_set_member, signal.text)
    }

    private func address(to call: CallOrigin) {
        wantNoReply()
        Self.insist(dbus_message_set_reply_serial(pointer, call.serial))
        set(dbus_message_set_destination, call.sender.text)
    }

    private func set(_ field: (OpaquePointer?, UnsafePointer<CChar>?) -> dbus_bool_t, _ text: String) {
        Self.insist(text.withCString { field(pointer, $0) })
    }

    /// Where libdbus only fails for lack of memory, there is nothing to do but to stop.
    static func insist(_ success: dbus_bool_t) {
        precondition(success != 0, "no memory is left for a message")
    }
}
