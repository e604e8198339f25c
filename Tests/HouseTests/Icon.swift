// SPDX-License-Identifier: MIT

import Foundation
import FoundationXML

/// An icon's file, as far as those who draw it depend on it.
final class Icon: NSObject, XMLParserDelegate {
    /// An element and its attributes.
    typealias Element = (name: String, attributes: [String: String])

    /// All elements, the root first.
    private(set) var elements: [Element] = []
    /// Whether the file is well-formed.
    private(set) var isWellFormed = false

    /// Reads the file at `path` in `icons/`.
    init(_ path: String) throws {
        let data = try Data(contentsOf: House.root.appending(path: "icons/\(path)"))
        super.init()
        let parser = XMLParser(data: data)
        parser.delegate = self
        isWellFormed = parser.parse()
    }

    /// The names of the files in a folder of `icons/`, sorted.
    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: House.root.appending(path: "icons/\(folder)").path).sorted()
    }

    /// The outlines it draws, in one text.
    var outlines: String { elements.compactMap { $0.attributes["d"] }.joined(separator: " ") }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) { elements.append((name, attributes)) }
}
