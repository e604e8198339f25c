// SPDX-License-Identifier: MIT

/// The light program, `tallylight`: a client of the recorder.
public enum CommandLineProgram {
    /// Runs the program with `arguments` (without its name) and returns its exit code.
    public static func run(_ arguments: [String]) -> Int32 {
        0
    }
}
