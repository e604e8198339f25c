// SPDX-License-Identifier: MIT

import DBus
import RecorderService
import Testing

/// A call that has to be refused, and how.
struct WrongCall: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let member: MemberName
    let arguments: [Value]
    /// The error it gets.
    let error: ErrorName
    let path: ObjectPath
    let interface: InterfaceName
    /// The arguments as gdbus and busctl want them.
    private let shellArguments: (gdbus: String, busctl: String)

    init(
        _ description: String, _ member: MemberName, _ arguments: [Value] = [], is error: ErrorName, of interface: InterfaceName = RecorderNames.interface,
        on path: ObjectPath = RecorderNames.path, gdbus: String = "", busctl: String = ""
    ) {
        testDescription = description
        self.member = member
        self.arguments = arguments
        self.error = error
        self.path = path
        self.interface = interface
        shellArguments = (gdbus, busctl)
    }

    /// What follows the destination in `gdbus call`.
    var gdbus: String { "-o \(path) -m \(interface).\(member) \(shellArguments.gdbus)" }
    /// What follows the destination in `busctl call`.
    var busctl: String { "\(path) \(interface) \(member) \(shellArguments.busctl)" }
}

extension WrongCall {
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private static let ours: Value = .string("org.tallylight.Recorder1")

    static let all = [
        WrongCall("an unknown method", "Nope", is: .unknownMethod),
        WrongCall("an unknown interface", "Toggle", is: .unknownInterface, of: "org.tallylight.Recorder2"),
        WrongCall("a wrong path", "Toggle", is: .unknownObject, on: "/wrong"),
        WrongCall("a path below", "Toggle", is: .unknownObject, on: "/org/tallylight/Recorder1/x"),
        WrongCall("a parent path", "Toggle", is: .unknownObject, on: "/org/tallylight"),
        WrongCall("the root", "Toggle", is: .unknownObject, on: "/"),
        WrongCall("a surplus argument", "Toggle", [.string("x")], is: .invalidArgs, gdbus: "x", busctl: "s x"),
        WrongCall("a missing argument", "Perform", [.string("toggle")], is: .invalidArgs, gdbus: "toggle", busctl: "s toggle"),
        WrongCall(
            "an unknown command", "Perform", [.string("explode"), .options([:])], is: .invalidArgs, gdbus: "explode '{}'", busctl: "'sa{sv}' explode 0"),
        WrongCall(
            "a session that is a number", "Perform", [.string("toggle"), .options(["session": .uint32(3)])], is: .invalidArgs,
            gdbus: "toggle \"{'session': <uint32 3>}\"", busctl: "'sa{sv}' toggle 1 session u 3"),
        WrongCall(
            "a session that is an object path", "Perform", [.string("toggle"), .options(["session": .objectPath("/a")])], is: .invalidArgs,
            gdbus: "toggle \"{'session': <objectpath '/a'>}\"", busctl: "'sa{sv}' toggle 1 session o /a"),
        WrongCall(
            "a stale session", "Perform", [.string("toggle"), .options(["session": .string("gone")])], is: "org.tallylight.Recorder1.Error.StaleSession",
            gdbus: "toggle \"{'session': <'gone'>}\"", busctl: "'sa{sv}' toggle 1 session s gone"),
        WrongCall(
            "a force that is a text", "Quit", [.options(["force": .string("yes")])], is: .invalidArgs, gdbus: "\"{'force': <'yes'>}\"",
            busctl: "'a{sv}' 1 force s yes"),
        WrongCall("a command out of place", "Process", is: "org.tallylight.Recorder1.Error.InvalidState"),
        WrongCall("an unknown take", "GetTranscript", [.string("gone")], is: "org.tallylight.Recorder1.Error.NotFound", gdbus: "gone", busctl: "s gone"),
        WrongCall(
            "an unknown property", "Get", [ours, .string("Nope")], is: .unknownProperty, of: properties, gdbus: "org.tallylight.Recorder1 Nope",
            busctl: "ss org.tallylight.Recorder1 Nope"),
        WrongCall(
            "a property of an unknown interface", "Get", [.string("no.such"), .string("State")], is: .unknownInterface, of: properties, gdbus: "no.such State",
            busctl: "ss no.such State"),
        WrongCall(
            "all properties of an unknown interface", "GetAll", [.string("no.such")], is: .unknownInterface, of: properties, gdbus: "no.such",
            busctl: "s no.such"),
        WrongCall(
            "a read-only property set", "Set", [ours, .string("State"), .variant(.string("paused"))], is: .propertyReadOnly, of: properties,
            gdbus: "org.tallylight.Recorder1 State \"<'paused'>\"", busctl: "ssv org.tallylight.Recorder1 State s paused"),
        WrongCall(
            "an unknown property set", "Set", [ours, .string("Nope"), .variant(.string("x"))], is: .unknownProperty, of: properties,
            gdbus: "org.tallylight.Recorder1 Nope \"<'x'>\"", busctl: "ssv org.tallylight.Recorder1 Nope s x"),
    ]
}
