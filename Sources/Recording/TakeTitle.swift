// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

/// A title as takes have it: one line that does nothing to who shows it.
struct TakeTitle {
    /// The most characters of a title, as Unicode counts them: marks that pile up on a letter count too.
    static let limit = 200

    let text: String

    /// The title a user means by `text`: what breaks lines or controls a terminal is a blank, and blanks at the ends or beside others go.
    ///
    /// - Throws: `InvalidArgs` for one that is longer than ``limit``.
    init(_ text: String) throws(RecordingError) {
        let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
        let line = words.map { String(Substring($0)) }.joined(separator: " ")
        let count = line.unicodeScalars.count
        guard count <= Self.limit else {
            let values = ["limit": "\(Self.limit)", "count": "\(count)"]
            throw RecordingError(.invalidArguments, localized("A title has at most {limit} characters; this one has {count}. Nothing was changed.", values))
        }
        self.text = line
    }
}
