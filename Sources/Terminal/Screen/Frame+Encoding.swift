// SPDX-License-Identifier: MIT

extension Frame {
    /// What is sent to a terminal that shows `shown`, or anything at all when that is nil, so that it shows this frame; empty when it does already.
    ///
    /// Only rows that differ are drawn, each erased first. Every piece is placed by its column, so that a terminal that disagrees about the width of a glyph shifts nothing
    /// behind it. All of it is one synchronised update, which terminals that know it show at once.
    package func encoded(over shown: Frame?, _ style: PanelStyle) -> String {
        let old = shown?.size == size ? shown : nil
        var text = old == nil ? Control.eraseScreen : ""
        for number in Set(rows.keys).union(old?.rows.keys.map { $0 } ?? []).sorted() where old == nil || old?.rows[number] != rows[number] {
            text += Control.moveTo(row: number) + Control.eraseLine
            for piece in rows[number]?.pieces ?? [] {
                let sequence = piece.ink.sequence(style)
                text += Control.moveTo(column: piece.column) + sequence + piece.text + (sequence.isEmpty ? "" : Control.plain)
            }
        }
        return text.isEmpty ? "" : Control.beginUpdate + text + Control.endUpdate
    }
}
