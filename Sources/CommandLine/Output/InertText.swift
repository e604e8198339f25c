// SPDX-License-Identifier: MIT

internal import Terminal

extension StringProtocol {
    /// The text as one line that cannot steer a terminal: controls, escape sequences and what turns the direction of writing are replaced or left out.
    var inert: String { Glyphs(self).reduce(into: "") { $0 += $1.text } }
}
