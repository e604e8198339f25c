// SPDX-License-Identifier: MIT

internal import CDBus

/// A message that arrived, and its one owner.
///
/// It is gone when it has been handled: what is kept of it is copied out.
package struct IncomingMessage: ~Copyable {
    enum Kind {
        case call, reply, error, signal
    }

    let pointer: OpaquePointer

    package init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { dbus_message_unref(pointer) }

    var kind: Kind? {
        switch dbus_message_get_type(pointer) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: .reply
        case DBUS_MESSAGE_TYPE_ERROR: .error
        case DBUS_MESSAGE_TYPE_SIGNAL: .signal
        default: nil
        }
    }

    var serial: UInt32 { dbus_message_get_serial(pointer) }
    var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }
    var wantsReply: Bool { dbus_message_get_no_reply(pointer) == 0 }
    var sender: BusName? { text(dbus_message_get_sender).map { BusName(checked: $0) } }
    var path: ObjectPath? { text(dbus_message_get_path).map { ObjectPath(checked: $0) } }
    var interface: InterfaceName? { text(dbus_message_get_interface).map { InterfaceName(checked: $0) } }
    var member: MemberName? { text(dbus_message_get_member).map { MemberName(checked: $0) } }
    var errorName: ErrorName? { text(dbus_message_get_error_name).map { ErrorName(checked: $0) } }
    var signature: Signature { Signature(checked: text(dbus_message_get_signature) ?? "") }

    /// The values it carries.
    ///
    /// - Throws: ``BusError/invalid(reason:)`` when they are more than ``Limits`` allow.
    package func values() throws(BusError) -> [Value] { try BodyReader.read(pointer) }

    /// Its first value, if that is a string: the text of an error, or what a match rule looks at.
    var firstString: String? {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(pointer, &iterator) != 0, dbus_message_iter_get_arg_type(&iterator) == cdbus_type_string else { return nil }
        var value = DBusBasicValue()
        dbus_message_iter_get_basic(&iterator, &value)
        return value.str.map { String(cString: $0) }
    }

    private func text(_ field: (OpaquePointer?) -> UnsafePointer<CChar>?) -> String? {
        field(pointer).map { String(cString: $0) }
    }
}
