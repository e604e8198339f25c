// SPDX-License-Identifier: MIT

import Testing

/// The names that icons are asked for by: those of the application and of its states.
private let application = "org.tallylight.Tallylight"
private let states = ["ready", "recording", "paused", "processing", "attention"].map { "tallylight-\($0)" }
private let files = ([application] + states).flatMap { ["scalable/\($0).svg", "symbolic/\($0)-symbolic.svg"] }

@Suite("Icons")
struct IconTests {
    @Test
    func `the application and each state have an icon in colour and a symbolic twin, and there is no other`() throws {
        #expect(try Icon.names(in: "scalable") == ([application] + states).map { "\($0).svg" }.sorted())
        #expect(try Icon.names(in: "symbolic") == ([application] + states).map { "\($0)-symbolic.svg" }.sorted())
    }

    @Test(arguments: files)
    func `every icon is well-formed, square and as large as it says`(_ file: String) throws {
        let icon = try Icon(file)
        #expect(icon.isWellFormed)
        let root = try #require(icon.elements.first)
        #expect(root.name == "svg")
        let box = try #require(root.attributes["viewBox"]).split(separator: " ")
        #expect(box.count == 4 && box[..<2] == ["0", "0"] && box[2] == box[3], "\(box)")
        #expect(root.attributes["width"] == box.last.map(String.init) && root.attributes["height"] == root.attributes["width"])
        // A renderer for icons fetches nothing, and has no fonts to count on.
        #expect(icon.elements.allSatisfy { !["image", "text", "use", "script"].contains($0.name) })
    }

    /// GTK fills shapes, not strokes, and knows the colours by the classes `error` and `warning`; Plasma replaces the style sheet of this identifier.
    @Test(arguments: files.filter { $0.hasPrefix("symbolic/") })
    func `every symbolic icon can be recoloured by GTK and by Plasma`(_ file: String) throws {
        let icon = try Icon(file)
        #expect(icon.elements.contains { $0.name == "style" && $0.attributes["id"] == "current-color-scheme" })
        let shapes = icon.elements.dropFirst().filter { $0.name != "style" }
        #expect(!shapes.isEmpty)
        for shape in shapes {
            #expect(shape.name == "path")
            #expect(shape.attributes["fill"] == "currentColor" && shape.attributes["stroke"] == nil && shape.attributes["style"] == nil)
            #expect(["ColorScheme-Text", "ColorScheme-NegativeText error", "ColorScheme-NeutralText warning"].contains(shape.attributes["class"]))
        }
    }

    @Test
    func `states differ by shape, not by colour alone`() throws {
        for kind in ["scalable/NAME.svg", "symbolic/NAME-symbolic.svg"] {
            let outlines = try states.map { try Icon(kind.replacing("NAME", with: $0)).outlines }
            #expect(Set(outlines).count == states.count)
            #expect(!outlines.contains(""))
        }
    }
}
