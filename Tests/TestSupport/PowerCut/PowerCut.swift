// SPDX-License-Identifier: MIT

/// What a power cut after a step left, and what came of it.
package struct PowerCut: Sendable {
    /// The take's life.
    package let life: PowerCutLife
    /// What the disk had been given.
    package let disk: PowerCutLife.Disk
    /// The step: the calls that had been made since the one before.
    package let step: String
    /// Which files were on the disk.
    package var found = ""
    /// What the next recorder made of them.
    package var outcome = ""
    /// How much of what the recorder had been given cannot be read, in milliseconds.
    package var lost = 0
    /// What is not as promised, in sentences.
    package var faults: [String] = []

    /// A row of a table.
    package var row: String { "| \(life.rawValue) | \(disk.rawValue) | \(step) | \(found) | \(outcome) | \(lost) |\(faults.isEmpty ? "" : " **\(faults.joined(separator: " "))**")" }
    /// The head of that table.
    package static let head = "| life | disk | cut after | on the disk | what comes back | ms lost |\n|---|---|---|---|---|---|"
}
