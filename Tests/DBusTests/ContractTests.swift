// SPDX-License-Identifier: MIT

import DBus
import TestSupport
import Testing

@Suite("Contract")
struct ContractTests {
    static let document = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!-- <interface name="not.this.one"> -->
        <node name="/org/tallylight/Bench" xmlns:doc="http://www.freedesktop.org/dbus/1.0/doc.dtd">
          <interface name="org.freedesktop.DBus.Peer"><method name="Ping"/></interface>
          <interface name='org.tallylight.Bench'>
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            <doc:doc><doc:para>What it does.</doc:para></doc:doc>
            <method name="Perform">
              <arg name="command" type="s" direction="in"/><arg type="a{sv}"/>
              <arg name="status" type="a{sv}" direction="out"/>
            </method>
            <method name="Toggle"/>
            <property name="State" type="s" access="read"><annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/></property>
            <property name="Volume" type="d" access="readwrite"/>
            <signal name="Finished"><arg type="s"/><arg type="u" direction="out"/></signal>
          </interface>
        </node>
        """

    @Test
    func `a table that says what the document says has no differences`() {
        #expect(object(document: Self.document).contractDifferences == [])
    }

    @Test
    func `each difference is told`() {
        let other = Self.document.replacing("\"Toggle\"", with: "\"Tackle\"").replacing("readwrite", with: "read").replacing("<arg type=\"u\" direction=\"out\"/>", with: "")
        #expect(
            object(document: other).contractDifferences == [
                "only the table has: method org.tallylight.Bench.Toggle() → ()",
                "only the table has: property org.tallylight.Bench.Volume d readwrite emits false",
                "only the table has: signal org.tallylight.Bench.Finished(su)",
                "only the document has: method org.tallylight.Bench.Tackle() → ()",
                "only the document has: property org.tallylight.Bench.Volume d read emits false",
                "only the document has: signal org.tallylight.Bench.Finished(s)",
            ])
    }

    @Test
    func `what is not XML is told`() {
        #expect(IntrospectionDocument("<node><interface></node>").faults == ["</node> closes nothing", "<node> is never closed"])
        #expect(IntrospectionDocument("<node").faults == ["a “<” is never closed: <node"])
    }

    private func object(document: String) -> BusObject {
        let interface = BusObject.Interface(
            "org.tallylight.Bench",
            methods: [.init("Perform", in: "sa{sv}", out: "a{sv}") { _ in [] }, .init("Toggle") { _ in [] }],
            properties: [.init("State", "s", get: { .string("") }), .init("Volume", "d", change: .silent, get: { .double(1) }, set: { _ in })],
            signals: [.init("Finished", "su")])
        return BusObject(path: "/org/tallylight/Bench", interfaces: [interface], introspection: document)
    }
}
