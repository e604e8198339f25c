// SPDX-License-Identifier: MIT

/// What both programs say of themselves.
public enum Product {
    /// The version, as semver.org has it; the bus says the same.
    public static let version = "0.1.0"

    static func line(for program: Program) -> String { "\(program.name) \(version)" }
}
