// SPDX-License-Identifier: MIT

/// What somebody may have meant who typed a word that isn't there.
enum Suggestion {
    /// The verb that `word` may have meant: by another word for it, by its beginning, or by how little it differs.
    static func verb(for word: String, of program: Program) -> String? {
        let word = word.lowercased()
        return program.verbs.first { $0.synonyms.contains(word) }?.name ?? nearest(to: word, among: program.verbs.map(\.name))
    }

    /// The one of `names` that `word` begins or nearly is.
    static func nearest(to word: String, among names: [String]) -> String? {
        let word = word.lowercased()
        let begun = names.filter { $0.hasPrefix(word) }
        if word.count > 1, begun.count == 1 { return begun[0] }
        guard word.count < 32 else { return nil }
        let limit = word.count > 3 ? 2 : 1
        return names.map { ($0, distance(Array(word), Array($0))) }.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
    }

    /// How many letters must be changed, added, left out or swapped with their neighbour (optimal string alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for i in 0..<left.count {
            var row = [i + 1]
            for j in 0..<right.count {
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
