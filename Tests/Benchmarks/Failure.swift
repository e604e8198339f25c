// SPDX-License-Identifier: MIT

/// Why something could not be measured, as a sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
