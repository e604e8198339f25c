// SPDX-License-Identifier: MIT

/// How much of what was said an engine got wrong: words put in, left out and replaced, relative to the words that were said.
///
/// Spelling is not judged: case, punctuation and hyphens are ignored, and the abbreviations that engines write differently are written out.
public enum WordErrorRate {
    /// The word error rate of `heard` against `said`: 0 is perfect, and more than 1 is possible.
    public static func of(_ heard: String, against said: String) -> Double {
        let (heard, said) = (words(of: heard), words(of: said))
        return Double(distance(said, heard)) / Double(max(said.count, 1))
    }

    /// The words of an English text as they are compared.
    public static func words(of text: String) -> [String] {
        let abbreviations = ["mr": "mister", "mrs": "missus", "dr": "doctor", "st": "saint"]
        return text.lowercased().replacing("’", with: "'")
            .split { !$0.isLetter && !$0.isNumber && $0 != "'" }
            .map { abbreviations[String($0)] ?? String($0) }
    }

    /// The fewest words to change, put in or take out to make one text of the other (Levenshtein).
    private static func distance(_ left: [String], _ right: [String]) -> Int {
        var row = Array(0...right.count)
        for (index, word) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (word == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
