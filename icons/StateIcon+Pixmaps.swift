// SPDX-License-Identifier: MIT

internal import Synchronization

extension StateIcon {
    /// The sizes that panels have, those with twice the pixels too.
    public static let sides = [16, 22, 24, 32, 48, 64]

    /// The picture in each of ``sides``, drawn when it is first asked for.
    public var pixmaps: [Pixmap] {
        Self.drawn.withLock { drawn in
            if let pixmaps = drawn[self] { return pixmaps }
            let pixmaps = Drawing(document).map { drawing in Self.sides.map { Pixmap(drawing, side: $0) } } ?? []
            drawn[self] = pixmaps
            return pixmaps
        }
    }

    private static let drawn = Mutex<[StateIcon: [Pixmap]]>([:])
}
