// SPDX-License-Identifier: MIT

public import DBus

extension BusObject {
    /// Where the table and the document it answers `Introspect` with differ; empty when they say the same.
    ///
    /// The standard interfaces are left out: the document may mention them, the table has no say in them.
    public var contractDifferences: [String] {
        let document = IntrospectionDocument(introspection)
        let declared = document.declarations.filter { !$0.contains(" org.freedesktop.DBus.") }
        let missing = declarations.subtracting(declared).sorted().map { "only the table has: \($0)" }
        let surplus = declared.subtracting(declarations).sorted().map { "only the document has: \($0)" }
        return document.faults + missing + surplus
    }

    private var declarations: Set<String> {
        var result: Set<String> = []
        for interface in interfaces {
            result.insert("interface \(interface.name)")
            for method in interface.methods {
                result.insert("method \(interface.name).\(method.name)(\(method.input)) → (\(method.output))")
            }
            for property in interface.properties {
                let access = property.set == nil ? "read" : "readwrite"
                result.insert("property \(interface.name).\(property.name) \(property.type) \(access) emits \(property.change.rawValue)")
            }
            for signal in interface.signals {
                result.insert("signal \(interface.name).\(signal.name)(\(signal.arguments))")
            }
        }
        return result
    }
}
