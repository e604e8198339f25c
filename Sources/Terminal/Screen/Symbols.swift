// SPDX-License-Identifier: MIT

/// The shapes the panel is drawn with, each one column wide but for those of the states.
struct Symbols: Sendable {
    let recording: String
    let paused: String
    let processing: String
    let ready: String
    let done: String
    let failed: String
    let attention: String
    let barFull: String
    let barHalf: String
    let barEmpty: String
    let barPeak: String

    static let round = Symbols(
        recording: "●", paused: "❚❚", processing: "◌", ready: "○", done: "✓", failed: "✕", attention: "▲", barFull: "━", barHalf: "╸", barEmpty: "─", barPeak: "┃")

    static let plain = Symbols(
        recording: "(*)", paused: "||", processing: "...", ready: "( )", done: "+", failed: "x", attention: "!", barFull: "=", barHalf: "-", barEmpty: ".", barPeak: "|")
}
