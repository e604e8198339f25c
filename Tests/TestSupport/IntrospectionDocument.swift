// SPDX-License-Identifier: MIT

/// An introspection document, read far enough to be compared with the table that dispatches.
///
/// [Introspection data format](https://dbus.freedesktop.org/doc/dbus-specification.html#introspection-format)
public struct IntrospectionDocument {
    /// What the document declares, one line per interface, method, property and signal, in no particular order.
    public private(set) var declarations: Set<String> = []
    /// What keeps it from being XML at all.
    public private(set) var faults: [String] = []

    private var open: [Tag] = []
    /// The method, property or signal that is open, with what its children have said so far.
    private var member: (interface: String, name: String, input: String, output: String, change: String)?
    private var interfaceChange: String?

    /// Reads `text`.
    public init(_ text: String) {
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...]
            guard let end = Self.end(of: rest) else {
                faults.append("a “<” is never closed: \(rest.prefix(40))")
                return
            }
            read(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        }
        if let tag = open.last { faults.append("<\(tag.name)> is never closed") }
    }

    /// The index of the “>” that closes the markup at the start of `text`.
    private static func end(of text: Substring) -> Substring.Index? {
        guard text.hasPrefix("<!--") else { return text.firstIndex(of: ">") }
        return text.firstRange(of: "-->").map { text.index(before: $0.upperBound) }
    }

    private mutating func read(_ markup: Substring) {
        if markup.hasPrefix("!") || markup.hasPrefix("?") { return }
        if markup.hasPrefix("/") {
            close(String(markup.dropFirst()))
            return
        }
        let isEmpty = markup.hasSuffix("/")
        let tag = Tag(isEmpty ? markup.dropLast() : markup)
        open.append(tag)
        begin(tag)
        if isEmpty { close(tag.name) }
    }

    private mutating func begin(_ tag: Tag) {
        switch tag.name {
        case "interface":
            interfaceChange = nil
            declarations.insert("interface \(tag["name"])")
        case "method", "signal", "property":
            let interface = open.last { $0.name == "interface" }
            member = (interface?["name"] ?? "", tag["name"], "", "", interfaceChange ?? "true")
        case "arg":
            let isInput = open.contains { $0.name == "method" } && tag["direction"] != "out"
            if isInput { member?.input += tag["type"] } else { member?.output += tag["type"] }
        case "annotation" where tag["name"] == "org.freedesktop.DBus.Property.EmitsChangedSignal":
            if member == nil { interfaceChange = tag["value"] } else { member?.change = tag["value"] }
        default: break
        }
    }

    private mutating func close(_ name: String) {
        guard let tag = open.popLast(), tag.name == name else {
            faults.append("</\(name)> closes nothing")
            return
        }
        guard let member, ["method", "signal", "property"].contains(name) else { return }
        switch name {
        case "method": declarations.insert("method \(member.interface).\(member.name)(\(member.input)) → (\(member.output))")
        case "signal": declarations.insert("signal \(member.interface).\(member.name)(\(member.output))")
        default: declarations.insert("property \(member.interface).\(member.name) \(tag["type"]) \(tag["access"]) emits \(member.change)")
        }
        self.member = nil
    }
}

/// The start of an element.
private struct Tag {
    let name: String
    private var attributes: [String: String] = [:]

    init(_ markup: Substring) {
        name = String(markup.prefix { !$0.isWhitespace })
        var rest = markup.dropFirst(name.count)
        while let equals = rest.firstIndex(of: "=") {
            let key = rest[..<equals].filter { !$0.isWhitespace }
            guard let open = rest[equals...].firstIndex(where: { $0 == "\"" || $0 == "'" }),
                let close = rest[rest.index(after: open)...].firstIndex(of: rest[open])
            else { return }
            attributes[key] = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
    }

    subscript(key: String) -> String { attributes[key] ?? "" }
}
