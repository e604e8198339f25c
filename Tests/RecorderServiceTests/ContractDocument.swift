// SPDX-License-Identifier: MIT

/// The contract's XML as lists of text, read tag by tag: it has neither text nor entities that matter here.
struct ContractDocument {
    /// `Name(in) → out`, in the order of the document.
    private(set) var methods: [String] = []
    /// `Name(types)`.
    private(set) var signals: [String] = []
    /// `Name type change`.
    private(set) var properties: [String] = []
    /// The names of all arguments.
    private(set) var argumentNames: [String] = []
    /// Members and arguments without a documentation.
    private(set) var undocumented: [String] = []

    private struct Member {
        var kind: String
        var name: String
        var type = ""
        var input = ""
        var output = ""
        var change = ""
        var isDocumented = false
    }

    private struct Tag {
        var name: Substring
        var attributes: [String: String]
        var isClosed: Bool
    }

    init(_ xml: String) {
        var stack: [Member] = []
        for tag in Self.tags(of: xml) {
            switch tag.name {
            case "method", "signal", "property", "arg":
                let attributes = tag.attributes
                stack.append(Member(kind: String(tag.name), name: attributes["name"] ?? "", type: attributes["type"] ?? "", output: attributes["direction"] ?? ""))
            case "annotation" where !stack.isEmpty:
                if tag.attributes["name"] == "org.gtk.GDBus.DocString" { stack[stack.count - 1].isDocumented = true }
                if tag.attributes["name"] == "org.freedesktop.DBus.Property.EmitsChangedSignal" { stack[stack.count - 1].change = tag.attributes["value"] ?? "" }
            case "/method", "/signal", "/property", "/arg":
                if let member = stack.popLast() { close(member, in: &stack) }
            default: break
            }
        }
    }

    private mutating func close(_ member: Member, in stack: inout [Member]) {
        if !member.isDocumented { undocumented.append("\(member.kind) \(member.name)") }
        switch member.kind {
        case "method": methods.append("\(member.name)(\(member.input)) → \(member.output)")
        case "signal": signals.append("\(member.name)(\(member.input))")
        case "property": properties.append("\(member.name) \(member.type) \(member.change)")
        default:
            argumentNames.append(member.name)
            guard !stack.isEmpty else { return }
            if member.output == "out" { stack[stack.count - 1].output += member.type } else { stack[stack.count - 1].input += member.type }
        }
    }

    private static func tags(of xml: String) -> [Tag] {
        xml.matches(of: /<(\/?[a-z]+)((?:\s+[a-z]+="[^"]*")*)\s*(\/?)>/).map { match in
            let attributes = match.output.2.matches(of: /([a-z]+)="([^"]*)"/).map { (String($0.output.1), String($0.output.2)) }
            return Tag(name: match.output.1, attributes: Dictionary(attributes) { first, _ in first }, isClosed: !match.output.3.isEmpty)
        }
    }
}
