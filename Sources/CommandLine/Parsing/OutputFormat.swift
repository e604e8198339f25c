// SPDX-License-Identifier: MIT

/// How a result is printed.
enum OutputFormat: String, Hashable, Sendable, CaseIterable {
    /// A line for people.
    case plain
    /// A JSON object on one line.
    case json
}
