// SPDX-License-Identifier: MIT

internal import CDBus

/// A message being made, and its one owner until it is sent.
struct OutgoingMessage: ~Copyable {
    let pointer: OpaquePointer

    /// A call that wants an answer.
    init(_ call: MethodCall) throws(BusError) {
        self.init(dbus_message_new_method_call(call.destination.text, call.path.text, call.interface.text, call.member.text))
        if !call.mayStart { dbus_message_set_auto_start(pointer, 0) }
        try append(call.arguments)
    }

    /// A signal.
    init(signal: MemberName, of interface: InterfaceName, on path: ObjectPath, _ arguments: [Value]) throws(BusError) {
        self.init(dbus_message_new_signal(path.text, interface.text, signal.text))
        try append(arguments)
    }

    /// The answer to a call.
    init(replyingTo call: CallOrigin, _ values: [Value]) throws(BusError) {
        self.init(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN))
        address(to: call)
        try append(values)
    }

    /// An error as the answer to a call.
    init(refusing call: CallOrigin, _ name: ErrorName, _ message: String) {
        self.init(dbus_message_new(DBUS_MESSAGE_TYPE_ERROR))
        Self.insist(dbus_message_set_error_name(pointer, name.text))
        address(to: call)
        // A single string of bounded length is always valid.
        do { try append([.string(String(message.prefix(4096)))]) } catch { preconditionFailure("\(error)") }
    }

    private init(_ pointer: OpaquePointer?) {
        guard let pointer else { preconditionFailure("no memory is left for a message") }
        self.pointer = pointer
    }

    deinit { dbus_message_unref(pointer) }

    /// Says that no answer is wanted.
    func wantNoReply() { dbus_message_set_no_reply(pointer, 1) }

    private func address(to call: CallOrigin) {
        dbus_message_set_no_reply(pointer, 1)
        Self.insist(dbus_message_set_reply_serial(pointer, call.serial))
        Self.insist(dbus_message_set_destination(pointer, call.sender.text))
    }

    private func append(_ values: [Value]) throws(BusError) {
        guard !values.isEmpty else { return }
        try ValueCheck.check(values)
        BodyWriter.append(values, to: pointer)
    }

    /// Where libdbus only fails for lack of memory, there is nothing to do but to stop.
    static func insist(_ success: dbus_bool_t) {
        precondition(success != 0, "no memory is left for a message")
    }
}
