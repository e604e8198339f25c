// SPDX-License-Identifier: MIT

/// What a recorder took up over a long time, and whether that grows.
package struct VitalsTable: CustomStringConvertible, Sendable {
    /// A take that was discarded may not have been deleted yet.
    private static let filesOfTake = 5

    private let unit: String
    private var rows: [(amount: Int, vitals: Vitals)] = []

    /// A table without rows.
    ///
    /// - Parameter unit: what there is more of from row to row.
    package init(of unit: String) { self.unit = unit }

    /// Adds what is there after so many.
    mutating func add(_ vitals: Vitals, after amount: Int) { rows.append((amount, vitals)) }

    /// What grows: of the rows after the first fifth, in which a process gets to its size, the second half has to be above the first by more than counts waver, and by more than 2 MiB
    /// or 4 % of memory.
    package var growing: [String] {
        let settled = rows.dropFirst(max(1, rows.count / 5))
        guard settled.count >= 4 else { return ["nothing can be said of \(rows.count) rows"] }
        let (early, late) = (settled.prefix(settled.count / 2), settled.suffix(settled.count / 2))
        return Vitals.names.indices.compactMap { index in
            let (before, after) = (Self.median(early.map { $0.vitals.counts[index] }), Self.median(late.map { $0.vitals.counts[index] }))
            let tolerance = index == 0 ? max(2048, before / 25) : index == 5 ? Self.filesOfTake : 1
            return after - before > tolerance ? "\(Vitals.names[index]): from \(before) to \(after)" : nil
        }
    }

    /// A row for each look, and one with what a thousand more cost by the line through the settled rows.
    package var description: String {
        let head = ([unit] + Vitals.names).joined(separator: " | ")
        let lines = rows.map { row in ([row.amount] + row.vitals.counts).map(String.init).joined(separator: " | ") }
        let slopes = Vitals.names.indices.map { Self.fixed(slope($0) * 1000) }
        return ([head, Vitals.names.map { _ in "---" }.joined(separator: " | ") + " | ---"] + lines + [(["per 1000"] + slopes).joined(separator: " | ")]).map { "| \($0) |" }.joined(separator: "\n")
    }

    /// The slope of the line of least squares through one count.
    private func slope(_ index: Int) -> Double {
        let points = rows.dropFirst(max(1, rows.count / 5)).map { (x: Double($0.amount), y: Double($0.vitals.counts[index])) }
        guard points.count > 1 else { return 0 }
        let (x, y) = (points.map(\.x).reduce(0, +) / Double(points.count), points.map(\.y).reduce(0, +) / Double(points.count))
        let spread = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
        return spread == 0 ? 0 : points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / spread
    }

    private static func median(_ counts: [Int]) -> Int { counts.sorted()[counts.count / 2] }

    private static func fixed(_ number: Double) -> String { "\((number * 1000).rounded() / 1000)" }
}
