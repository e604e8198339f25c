// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Icons

@Suite("The icons as pixels")
struct PixmapTests {
    @Test(arguments: StateIcon.allCases)
    func `every drawing is understood, and drawn in each size with something on it`(_ icon: StateIcon) throws {
        #expect(Drawing(icon.document) != nil)
        #expect(icon.pixmaps.map(\.side) == StateIcon.sides)
        for pixmap in icon.pixmaps {
            #expect(pixmap.bytes.count == 4 * pixmap.side * pixmap.side)
            let alphas = stride(from: 0, to: pixmap.bytes.count, by: 4).map { pixmap.bytes[$0] }
            #expect(alphas.contains(0) && alphas.contains { $0 > 250 })
        }
    }

    @Test
    func `a pixel is alpha, red, green and blue, in this order`() throws {
        let pixmap = try #require(StateIcon.recording.pixmaps.first { $0.side == 64 })
        let center = 4 * (32 * 64 + 32)
        #expect(Array(pixmap.bytes[center..<center + 4]) == [255, 0xe0, 0x1b, 0x24])
    }

    @Test
    func `states differ in their pixels, not in colour alone`() {
        for index in StateIcon.sides.indices {
            let shapes = StateIcon.allCases.map { icon in stride(from: 0, to: icon.pixmaps[index].bytes.count, by: 4).map { icon.pixmaps[index].bytes[$0] } }
            #expect(Set(shapes).count == StateIcon.allCases.count)
        }
    }

    /// What librsvg makes of the same drawing, by ImageMagick's reading of it: they may differ a little along the edges.
    @Test(arguments: StateIcon.allCases)
    func `the pixels are those of librsvg`(_ icon: StateIcon) async throws {
        let folder = ScratchFolder()
        let file = folder.file("icon.svg")
        _ = try await Subprocess.run("/bin/sh", ["-c", "printf %s \"$1\" > \"$2\"", "sh", icon.document, file])
        for pixmap in icon.pixmaps {
            let script = "rsvg-convert -w \(pixmap.side) -h \(pixmap.side) \"$1\" | convert png:- -depth 8 rgba:-"
            let theirs = try await Subprocess.run("/bin/sh", ["-c", script, "sh", file]).outputBytes
            try #require(theirs.count == pixmap.bytes.count)
            var difference = 0
            for pixel in stride(from: 0, to: theirs.count, by: 4) {
                let (alpha, other) = (Int(pixmap.bytes[pixel]), Int(theirs[pixel + 3]))
                difference += abs(alpha - other)
                // What nothing is seen of has no colour.
                for channel in 0..<3 { difference += abs(Int(pixmap.bytes[pixel + 1 + channel]) * alpha - Int(theirs[pixel + channel]) * other) / 255 }
            }
            let mean = Double(difference) / Double(theirs.count)
            print("\(icon) at \(pixmap.side): on average \(mean) of 255 from librsvg")
            #expect(mean < 1.5, "\(icon) at \(pixmap.side): \(mean) of 255")
        }
    }

    @Test(arguments: [
        "", "<svg viewBox=\"0 0 16 16\"></svg>", "<svg viewBox=\"0 0 16 8\"><path fill=\"#000000\" fill-rule=\"evenodd\" d=\"M0 0h1v1z\"/></svg>",
        "<svg viewBox=\"0 0 16 16\"><circle r=\"3\"/></svg>", "<svg viewBox=\"0 0 16 16\"><path fill=\"red\" fill-rule=\"evenodd\" d=\"M0 0h1v1z\"/></svg>",
        "<svg viewBox=\"0 0 16 16\"><path fill=\"#000000\" fill-rule=\"nonzero\" d=\"M0 0h1v1z\"/></svg>",
        "<svg viewBox=\"0 0 16 16\"><path fill=\"#000000\" fill-rule=\"evenodd\" d=\"M0 0q1 1 2 2z\"/></svg>",
        "<svg viewBox=\"0 0 16 16\"><path fill=\"#000000\" fill-rule=\"evenodd\" d=\"M0 0a1 2 0 0 1 2 2z\"/></svg>",
        "<svg viewBox=\"0 0 16 16\"><path fill=\"#000000\" fill-rule=\"evenodd\" stroke=\"#000000\" d=\"M0 0h1v1z\"/></svg>",
    ])
    func `what would be drawn otherwise than it is meant is not drawn`(_ document: String) {
        #expect(Drawing(document) == nil)
    }
}
