// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// What a screen shows.
struct Picture: Equatable, Sendable {
    /// A place on a screen.
    struct Point: Hashable, Sendable {
        var x: Int
        var y: Int
    }

    /// A part of a screen.
    struct Area: Hashable, Sendable {
        var x: Range<Int>
        var y: Range<Int>
    }

    /// Its size.
    let width: Int
    let height: Int
    /// Red, green and blue of each pixel, line by line.
    private let bytes: [UInt8]

    /// A picture in the format PPM, as [netpbm](https://netpbm.sourceforge.net/doc/ppm.html) has it: three numbers in text, then the pixels.
    init(ppm: [UInt8]) throws {
        let header = ppm.prefix(40).split(maxSplits: 4, whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }).map { String(decoding: $0, as: UTF8.self) }
        guard header.count == 5, header[0] == "P6", header[3] == "255", let width = Int(header[1]), let height = Int(header[2]), ppm.count >= width * height * 3 else {
            throw DeskError("a screenshot came out wrong: \(header)")
        }
        self.init(width: width, height: height, bytes: Array(ppm.suffix(width * height * 3)))
    }

    private init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// A part of it.
    subscript(area: Area) -> Picture {
        let rows = area.y.map { bytes[($0 * width + area.x.lowerBound) * 3..<($0 * width + area.x.upperBound) * 3] }
        return Picture(width: area.x.count, height: area.y.count, bytes: Array(rows.joined()))
    }

    /// How many pixels are about of a colour.
    func count(_ colour: Colour, in area: Area? = nil) -> Int {
        var count = 0
        scan(colour, area) { _, _ in count += 1 }
        return count
    }

    /// The middle of all pixels that are about of a colour; nil when there is none.
    func centre(of colour: Colour, in area: Area? = nil) -> Point? {
        var (x, y, count) = (0, 0, 0)
        scan(colour, area) {
            x += $0
            y += $1
            count += 1
        }
        return count == 0 ? nil : Point(x: x / count, y: y / count)
    }

    /// The middles of all lines of text that are written in about a colour, from top to bottom.
    func lines(of colour: Colour) -> [Point] {
        var lines: [(x: ClosedRange<Int>, y: ClosedRange<Int>)] = []
        scan(colour, nil) { x, y in
            // Between the lines of a menu there is more.
            if let last = lines.last, y - last.y.upperBound <= 4 {
                lines[lines.count - 1] = (min(x, last.x.lowerBound)...max(x, last.x.upperBound), last.y.lowerBound...y)
            } else {
                lines.append((x...x, y...y))
            }
        }
        return lines.map { Point(x: ($0.x.lowerBound + $0.x.upperBound) / 2, y: ($0.y.lowerBound + $0.y.upperBound) / 2) }
    }

    private func scan(_ colour: Colour, _ area: Area?, _ found: (Int, Int) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for y in area?.y ?? 0..<height {
                for x in area?.x ?? 0..<width where colour.isNear(bytes[(y * width + x) * 3], bytes[(y * width + x) * 3 + 1], bytes[(y * width + x) * 3 + 2]) { found(x, y) }
            }
        }
    }

    /// Keeps it for people as `.build/desktop-pictures/NAME.png`.
    func save(as name: String) async throws {
        let folder = "\(Desk.package)/.build/desktop-pictures"
        mkdir(folder, 0o755)
        let raw = ScratchFolder()
        let file = open(raw.file("picture"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let ppm = Array("P6\n\(width) \(height)\n255\n".utf8) + bytes
        _ = write(file, ppm, ppm.count)
        close(file)
        try await DesktopProgram("/usr/bin/convert", package: "imagemagick").run(["ppm:\(raw.file("picture"))", "\(folder)/\(name).png"], environment: [:])
    }
}
