// SPDX-License-Identifier: MIT

/// How a result is printed.
enum OutputFormat: String, Hashable, Sendable, CaseIterable {
    /// A line for people.
    case plain
    /// A JSON object on one line.
    case json
    /// A module of Waybar with `"return-type": "json"`.
    case waybar
    /// A block of i3blocks with `format=json`.
    case i3blocks
    /// A module `custom/script` of Polybar.
    case polybar
    /// A command in the status line of tmux.
    case tmux

    /// Whether it is for a bar: something that is always on the screen, so that there is always something to say, and idleness takes no room.
    var isForBar: Bool {
        switch self {
        case .plain, .json: false
        case .waybar, .i3blocks, .polybar, .tmux: true
        }
    }
}
