// SPDX-License-Identifier: MIT

/// A drawing in SVG, as far as ours go: filled paths in a square, one over the other.
struct Drawing {
    struct Shape {
        let color: Color
        let outline: Outline
    }

    struct Color: Hashable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    /// The width and height of the square, whose corner is at the origin.
    let side: Double
    /// The lowest first.
    let shapes: [Shape]

    /// Reads `document`; nil when anything in it could not be drawn as it is meant.
    init?(_ document: String) {
        var side: Double?
        var shapes: [Shape] = []
        for markup in document.split(separator: "<") {
            guard let end = markup.lastIndex(of: ">") else { continue }
            let element = Element(markup[..<end])
            switch element.name {
            case "svg":
                guard let box = element["viewBox"]?.split(separator: " ").map({ Double($0) }), box.count == 4, box[0] == 0, box[1] == 0, box[2] == box[3] else { return nil }
                side = box[2]
            case "path":
                guard let shape = Shape(element) else { return nil }
                shapes.append(shape)
            case let other:
                guard ["?", "!", "/"].contains(other.prefix(1)) else { return nil }
            }
        }
        guard let side, side > 0, !shapes.isEmpty else { return nil }
        self.side = side
        self.shapes = shapes
    }
}

extension Drawing.Shape {
    fileprivate init?(_ element: Element) {
        guard element.keys == ["fill", "fill-rule", "d"], element["fill-rule"] == "evenodd" else { return nil }
        guard let color = element["fill"].flatMap(Drawing.Color.init), let outline = element["d"].flatMap(Outline.init) else { return nil }
        self.init(color: color, outline: outline)
    }
}

extension Drawing.Color {
    /// A colour as `#rrggbb`.
    fileprivate init?(_ text: Substring) {
        guard text.hasPrefix("#"), text.utf8.count == 7, let number = UInt32(text.dropFirst(), radix: 16) else { return nil }
        self.init(red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xff), blue: UInt8(number & 0xff))
    }
}

/// The start of an element, or what else stands between `<` and `>`.
private struct Element {
    let name: Substring
    private let attributes: [(key: String, value: Substring)]

    init(_ markup: Substring) {
        name = markup.prefix { !$0.isWhitespace }
        // A key and “=” in turn with a value.
        let parts = markup.dropFirst(name.count).split(separator: "\"", omittingEmptySubsequences: false)
        attributes = stride(from: 1, to: parts.count, by: 2).map { (parts[$0 - 1].filter { !$0.isWhitespace && $0 != "=" }, parts[$0]) }
    }

    var keys: [String] { attributes.map(\.key) }

    subscript(key: String) -> Substring? { attributes.first { $0.key == key }?.value }
}
