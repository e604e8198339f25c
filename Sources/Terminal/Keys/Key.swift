// SPDX-License-Identifier: MIT

/// A key as the panel knows keys.
package enum Key: Hashable, Sendable {
    /// A key that writes something; space too.
    case character(Character)
    case enter
    case escape
    case up
    case down
    case pageUp
    case pageDown
    case home
    case end
    /// Ctrl-C.
    case interrupt
    /// Ctrl-Z.
    case suspend
    /// Ctrl-L.
    case redraw
}
