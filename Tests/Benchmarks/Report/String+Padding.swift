// SPDX-License-Identifier: MIT

extension String {
    /// The text, filled up with spaces at its end.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
