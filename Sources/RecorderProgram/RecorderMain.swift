// SPDX-License-Identifier: MIT

/// The recorder's program, `tallylight-recorder`: its composition root.
public enum RecorderMain {
    /// Runs the program with `arguments` (without its name) and returns its exit code.
    public static func run(_ arguments: [String]) -> Int32 {
        0
    }
}
