// SPDX-License-Identifier: MIT

/// What came of many kills, by what the recorder was at.
package struct KillTable: CustomStringConvertible {
    private let results: [KillResult]

    /// The table of `results`.
    package init(_ results: [KillResult]) { self.results = results }

    /// A row for each moment and one for all.
    package var description: String {
        let head = ["killed", "kills", "kept", "documents", "discarded", "unbegun", "min ms", "median", "max", "unrecoverable"]
        let moments = KillMoment.allCases.map { moment in row(moment.rawValue, results.filter { $0.plan.moment == moment }) }
        return ([head] + moments + [row("in all", results)]).map(Self.line).joined(separator: "\n")
    }

    private func row(_ name: String, _ results: [KillResult]) -> [String] {
        let losses = results.map { $0.lost / 48 }.sorted()
        let places: [KillResult.Place] = [.kept, .documents, .discarded, .unbegun]
        let counts = [results.count] + places.map { place in results.count { $0.place == place } }
        let figures = losses.isEmpty ? ["-", "-", "-"] : [losses[0], losses[losses.count / 2], losses[losses.count - 1]].map(String.init)
        return [name] + counts.map(String.init) + figures + ["\(results.count { $0.isUnrecoverable })"]
    }

    private static func line(_ cells: [String]) -> String {
        cells.enumerated().map { index, cell in
            let blanks = String(repeating: " ", count: max(0, (index == 0 ? 24 : 10) - cell.count))
            return index == 0 ? cell + blanks : blanks + cell
        }.joined()
    }
}
