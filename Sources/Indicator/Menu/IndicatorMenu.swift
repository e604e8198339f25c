// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus

/// The menu as hosts know it: rows with numbers, in a numbered version.
///
/// A number has one meaning for life: what is clicked in a menu that is out of date is either still meant so, or nothing any more.
struct IndicatorMenu {
    /// What hosts have to be told when the rows have changed.
    struct Change {
        /// Whether there are other rows, or in another order.
        let isStructural: Bool
        /// Rows that were there before, with their properties that are new.
        let updated: [(id: Int32, properties: [String: Value])]
        /// Rows that were there before, with their properties that are back at the default.
        let removed: [(id: Int32, names: [String])]
    }

    /// Grows with each structural change.
    private(set) var revision: UInt32 = 1
    private(set) var rows: [(id: Int32, row: MenuRow)] = []
    private var ids: [MenuRow.Meaning: Int32] = [:]
    private var idsSoFar: Int32 = 0

    /// Has `rows` from now on.
    mutating func show(_ rows: [MenuRow]) -> Change {
        let before = self.rows
        self.rows = rows.map { (id(of: $0.meaning), $0) }
        forgetWhatHasPassed()
        let isStructural = before.map(\.id) != self.rows.map(\.id)
        if isStructural { revision &+= 1 }
        var (updated, removed): ([(Int32, [String: Value])], [(Int32, [String])]) = ([], [])
        for (id, row) in self.rows {
            guard let former = before.first(where: { $0.id == id })?.row.properties else { continue }
            let new = row.properties.filter { former[$0.key] != $0.value }
            let gone = former.keys.filter { row.properties[$0] == nil }.sorted()
            if !new.isEmpty { updated.append((id, new)) }
            if !gone.isEmpty { removed.append((id, gone)) }
        }
        return Change(isStructural: isStructural, updated: updated, removed: removed)
    }

    /// What a click on a row means now; nil when it is none, or can't be clicked.
    func meaning(of id: Int64) -> MenuRow.Meaning? {
        rows.first { $0.id == id && $0.row.isEnabled }?.row.meaning
    }

    /// Whether there is such a row; 0 is the menu itself.
    func contains(_ id: Int64) -> Bool { id == 0 || rows.contains { $0.id == id } }

    private mutating func id(of meaning: MenuRow.Meaning) -> Int32 {
        if let id = ids[meaning] { return id }
        idsSoFar += 1
        ids[meaning] = idsSoFar
        return idsSoFar
    }

    /// Rows of a take come back as long as it is open; after that nobody can mean them.
    private mutating func forgetWhatHasPassed() {
        let shown = Set(rows.map(\.row.meaning))
        let sessions = Set(shown.compactMap(\.session))
        ids = ids.filter { meaning, _ in
            !meaning.passes || shown.contains(meaning) || meaning.session.map(sessions.contains) == true
        }
    }
}
