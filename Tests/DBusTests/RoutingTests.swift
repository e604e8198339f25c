// SPDX-License-Identifier: MIT

import DBus
import Testing

@Suite("Routing")
struct RoutingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let call: CallHeader
        let outcome: String
        var testDescription: String { "\(call.path) \(call.interface?.text ?? "-") \(call.member)(\(call.signature)) → \(outcome)" }

        init(_ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName, _ signature: Signature, _ outcome: String) {
            call = CallHeader(path: path, interface: interface, member: member, signature: signature)
            self.outcome = outcome
        }
    }

    static let own: InterfaceName = "org.tallylight.Bench"
    static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
    static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

    static let table = [
        Row("/org/tallylight/Bench", own, "Toggle", "", "method Toggle of org.tallylight.Bench"),
        Row("/org/tallylight/Bench", nil, "Toggle", "", "method Toggle of org.tallylight.Bench"),
        Row("/org/tallylight/Bench", "org.tallylight.Second", "Toggle", "s", "method Toggle of org.tallylight.Second"),
        Row("/org/tallylight/Bench", nil, "Other", "s", "method Other of org.tallylight.Second"),
        Row("/org/tallylight/Bench", nil, "Ping", "", "ping"),
        Row("/org/tallylight/Bench", nil, "GetAll", "s", "getAll"),
        Row("/org/tallylight/Bench", properties, "Get", "ss", "get"),
        Row("/org/tallylight/Bench", properties, "GetAll", "s", "getAll"),
        Row("/org/tallylight/Bench", properties, "Set", "ssv", "set"),
        Row("/org/tallylight/Bench", introspectable, "Introspect", "", "introspect <node/>"),
        Row("/org/tallylight/Bench", peer, "Ping", "", "ping"),
        Row("/org/tallylight/Bench", peer, "GetMachineId", "", "machineID"),
        Row("/wrong", peer, "Ping", "", "ping"),
        Row("/wrong", nil, "GetMachineId", "", "machineID"),
        // A miss of each part.
        Row("/org/tallylight/Bench", own, "Nope", "", "UnknownMethod: The interface org.tallylight.Bench has no method Nope."),
        Row("/org/tallylight/Bench", nil, "Nope", "", "UnknownMethod: The object /org/tallylight/Bench has no method Nope in any of its interfaces."),
        Row("/org/tallylight/Bench", peer, "Toggle", "", "UnknownMethod: The interface org.freedesktop.DBus.Peer has no method Toggle."),
        Row("/org/tallylight/Bench", properties, "Toggle", "", "UnknownMethod: The interface org.freedesktop.DBus.Properties has no method Toggle."),
        Row(
            "/org/tallylight/Bench", "a.b", "Toggle", "",
            "UnknownInterface: The object /org/tallylight/Bench has no interface a.b. It has org.tallylight.Bench, org.tallylight.Second, org.freedesktop.DBus.Peer, "
                + "org.freedesktop.DBus.Introspectable, org.freedesktop.DBus.Properties."),
        Row("/org/tallylight/Bench", own, "Toggle", "s", "InvalidArgs: Toggle takes no arguments, but was called with arguments of the types “s”."),
        Row("/org/tallylight/Bench", nil, "Other", "", "InvalidArgs: Other takes arguments of the types “s”, but was called with no arguments."),
        Row("/org/tallylight/Bench", properties, "Get", "s", "InvalidArgs: Get takes arguments of the types “ss”, but was called with arguments of the types “s”."),
        Row("/org/tallylight/Bench", properties, "Set", "sss", "InvalidArgs: Set takes arguments of the types “ssv”, but was called with arguments of the types “sss”."),
        Row("/org/tallylight/Bench", peer, "Ping", "u", "InvalidArgs: Ping takes no arguments, but was called with arguments of the types “u”."),
        Row("/wrong", own, "Toggle", "", "UnknownObject: There is no object /wrong here. The objects are /org/tallylight/Bench, /org/tallylight/Other."),
        Row("/wrong", introspectable, "Introspect", "", "UnknownObject: There is no object /wrong here. The objects are /org/tallylight/Bench, /org/tallylight/Other."),
        Row("/wrong", properties, "GetAll", "s", "UnknownObject: There is no object /wrong here. The objects are /org/tallylight/Bench, /org/tallylight/Other."),
        Row("/org", own, "Toggle", "", "UnknownObject: There is no object /org here. The objects are /org/tallylight/Bench, /org/tallylight/Other."),
        Row("/org/tall", introspectable, "Introspect", "", "UnknownObject: There is no object /org/tall here. The objects are /org/tallylight/Bench, /org/tallylight/Other."),
        Row("/org/tallylight/Bench/child", nil, "Introspect", "", "UnknownObject: There is no object /org/tallylight/Bench/child here. The objects are /org/tallylight/Bench, /org/tallylight/Other."),
    ]

    @Test(arguments: table)
    func `C057: a call is answered by what its header names, or by the standard error`(_ row: Row) {
        #expect(describe(Self.objects.route(row.call)) == row.outcome)
    }

    @Test(arguments: [("/", ["org"]), ("/org", ["tallylight"]), ("/org/tallylight", ["Bench", "Other"])] as [(ObjectPath, [String])])
    func `paths above an object list what is below them`(_ path: ObjectPath, _ children: [String]) {
        let route = Self.objects.route(CallHeader(path: path, interface: Self.introspectable, member: "Introspect", signature: ""))
        guard case .introspect(let document) = route else {
            Issue.record("\(route)")
            return
        }
        #expect(document.split(separator: "\n").filter { $0.contains("<node name") } == children.map { "  <node name=\"\($0)\"/>" })
    }

    private static let objects = {
        var table = ObjectTable()
        let method = BusObject.Method("Toggle") { _ in [] }
        let second = BusObject.Interface("org.tallylight.Second", methods: [.init("Toggle", in: "s") { _ in [] }, .init("Other", in: "s") { _ in [] }])
        table.add(BusObject(path: "/org/tallylight/Bench", interfaces: [.init("org.tallylight.Bench", methods: [method]), second], introspection: "<node/>"))
        table.add(BusObject(path: "/org/tallylight/Other", interfaces: [], introspection: "<node/>"))
        return table
    }()

    private func describe(_ route: Route) -> String {
        switch route {
        case .method(let method, let interface): "method \(method.name) of \(interface)"
        case .get: "get"
        case .getAll: "getAll"
        case .set: "set"
        case .introspect(let document): "introspect \(document)"
        case .ping: "ping"
        case .machineID: "machineID"
        case .refuse(let name, let message): "\(name.text.split(separator: ".").last ?? ""): \(message)"
        }
    }
}
