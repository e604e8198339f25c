// SPDX-License-Identifier: MIT

/// Something of ours that reads bytes of others, and what holds of it whatever the bytes are.
struct FuzzedReader: Sendable {
    /// What it is called on the command line; the folder of its seeds has this name too.
    let name: String
    /// Reads bytes: stops the process where something doesn't hold that always must.
    let read: @Sendable ([UInt8]) -> Void

    /// All there are.
    static let all = [values, address, configuration, keys, pocketSphinx, sherpa, sound, files]
}

/// Stops the process, which keeps the input, unless something holds.
func insist(_ fact: Bool, _ claim: @autoclosure () -> String) {
    // In a release too it says what.
    if !fact { fatalError(claim()) }
}
