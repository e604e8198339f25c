// SPDX-License-Identifier: MIT

internal import Glibc

/// What a shape is bounded by: closed polygons.
struct Outline {
    struct Point: Hashable {
        var x: Double
        var y: Double
    }

    private(set) var polygons: [[Point]] = []
    /// Whether the last polygon is complete, so that the pen is back where it began.
    private var isClosed = false

    /// The outline that [path data](https://www.w3.org/TR/SVG11/paths.html#PathData) of moves, lines and arcs of circles describes; nil when there is anything else in it.
    init?(_ pathData: Substring) {
        var data = PathData(pathData)
        while let command = data.command() {
            guard draw(command, &data) else { return nil }
        }
        guard data.isAtEnd, !polygons.isEmpty else { return nil }
    }

    private init(_ polygons: [[Point]]) { self.polygons = polygons }

    /// The outline in another size.
    func scaled(by factor: Double) -> Outline {
        Outline(polygons.map { $0.map { Point(x: $0.x * factor, y: $0.y * factor) } })
    }

    // MARK: Drawing

    /// Where the pen is.
    private var pen: Point { (isClosed ? polygons.last?.first : polygons.last?.last) ?? Point(x: 0, y: 0) }

    /// - Returns: false when `command` is none of ours, or its numbers are missing.
    private mutating func draw(_ command: PathData.Command, _ data: inout PathData) -> Bool {
        let origin = command.isRelative ? pen : Point(x: 0, y: 0)
        switch command.letter {
        case "m":
            guard let x = data.number(), let y = data.number() else { return false }
            polygons.append([Point(x: origin.x + x, y: origin.y + y)])
            isClosed = false
        case "l":
            guard let x = data.number(), let y = data.number() else { return false }
            line(to: Point(x: origin.x + x, y: origin.y + y))
        case "h":
            guard let x = data.number() else { return false }
            line(to: Point(x: origin.x + x, y: pen.y))
        case "v":
            guard let y = data.number() else { return false }
            line(to: Point(x: pen.x, y: origin.y + y))
        case "a":
            let numbers = (0..<7).compactMap { _ in data.number() }
            // Circles only, and those need no rotation.
            guard numbers.count == 7, numbers[0] == numbers[1], numbers[0] > 0, numbers[2] == 0 else { return false }
            arc(to: Point(x: origin.x + numbers[5], y: origin.y + numbers[6]), radius: numbers[0], isLong: numbers[3] != 0, isClockwise: numbers[4] != 0)
        case "z":
            isClosed = true
            return !polygons.isEmpty
        default: return false
        }
        return true
    }

    private mutating func line(to point: Point) {
        if polygons.isEmpty || isClosed { polygons.append([pen]) }
        isClosed = false
        polygons[polygons.count - 1].append(point)
    }

    /// An arc of a circle, as chords that are too short to be seen.
    ///
    /// [Arc implementation notes](https://www.w3.org/TR/SVG11/implnote.html#ArcImplementationNotes)
    private mutating func arc(to end: Point, radius: Double, isLong: Bool, isClockwise: Bool) {
        let start = pen
        let half = Point(x: (end.x - start.x) / 2, y: (end.y - start.y) / 2)
        let distance = (half.x * half.x + half.y * half.y).squareRoot()
        guard distance > 0 else { return }
        // A circle too small to reach both points grows.
        let radius = max(radius, distance)
        let height = (radius * radius - distance * distance).squareRoot() / distance * (isLong == isClockwise ? -1 : 1)
        let center = Point(x: start.x + half.x + height * -half.y, y: start.y + half.y + height * half.x)
        let first = atan2(start.y - center.y, start.x - center.x)
        var sweep = atan2(end.y - center.y, end.x - center.x) - first
        if isClockwise, sweep < 0 { sweep += 2 * .pi }
        if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
        let chords = Int((abs(sweep) / .pi * 32).rounded(.up))
        for chord in 1..<max(chords, 1) {
            let angle = first + sweep * Double(chord) / Double(chords)
            line(to: Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle)))
        }
        line(to: end)
    }
}
