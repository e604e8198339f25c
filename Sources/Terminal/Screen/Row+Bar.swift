// SPDX-License-Identifier: MIT

extension Row {
    /// Writes a bar of `width` columns that is filled from the left, in steps of half a column.
    ///
    /// - Parameters:
    ///   - filled: how much of it, 0 to 1.
    ///   - mark: where a mark is, 0 to 1; only shown beyond the filling.
    ///   - ink: the ink of the filling at a place, 0 to 1.
    mutating func addBar(_ filled: Double, mark: Double = 0, width: Int, _ symbols: Symbols, ink: (Double) -> Ink) {
        let cells = min(width, room)
        guard cells > 0 else { return }
        let halves = Int((min(max(filled, 0), 1) * Double(cells * 2)).rounded())
        let marked = mark > 0 ? min(Int(mark * Double(cells)), cells - 1) : -1
        var run = ""
        var runInk = Ink.plain
        for cell in 0..<cells {
            let place = Double(cell) / Double(cells)
            let isMarked = cell == marked && cell * 2 >= halves
            let isFilled = cell * 2 < halves
            let symbol = isMarked ? symbols.barPeak : cell * 2 + 1 < halves ? symbols.barFull : isFilled ? symbols.barHalf : symbols.barEmpty
            let cellInk = isMarked || isFilled ? ink(place) : .faint
            if cellInk != runInk {
                add(run, runInk)
                run = ""
                runInk = cellInk
            }
            run += symbol
        }
        add(run, runInk)
    }
}
