// SPDX-License-Identifier: MIT

import TestSupport

/// A screen that nobody sees, with a pointer that nobody holds.
protocol Screen: Sendable {
    /// What programs need in their environment to be on it.
    var environment: [String: String] { get }

    /// What it shows now.
    func picture() async throws -> Picture

    /// Presses and releases a button of the pointer at a place.
    func click(_ button: PointerButton, at point: Picture.Point) async throws

    /// Ends it.
    func end() async
}

/// A button of a pointer, by the number X gives it.
enum PointerButton: Int {
    case left = 1
    case middle = 2
    case right = 3
}

extension Screen {
    /// Waits until the screen shows what is wanted.
    ///
    /// No screen tells of its changes: it is looked at again and again. A screen that doesn't come to it in time is kept as a picture.
    @discardableResult
    func until(_ what: String, within limit: Duration = .seconds(30), _ isWanted: (Picture) -> Bool) async throws -> Picture {
        let start = ContinuousClock.now
        while true {
            let picture = try await picture()
            if isWanted(picture) { return picture }
            guard start.duration(to: .now) < limit else {
                try await picture.save(as: "late")
                throw DeskError("the screen never showed \(what): see late.png")
            }
        }
    }

    /// Waits until the screen has an area about of a colour, and returns its middle.
    func find(_ colour: Colour, in area: Picture.Area? = nil) async throws -> Picture.Point {
        let picture = try await until("\(colour)") { $0.centre(of: colour, in: area) != nil }
        guard let point = picture.centre(of: colour, in: area) else { throw DeskError("a picture has changed") }
        return point
    }

    /// Keeps what it shows now for people as `.build/desktop-pictures/NAME.png`.
    func save(as name: String) async throws { try await picture().save(as: name) }
}
