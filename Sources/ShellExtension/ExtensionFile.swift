// SPDX-License-Identifier: MIT

/// A file of the extension.
public struct ExtensionFile: Hashable, Sendable {
    /// Where it is in the folder of the extension.
    public let path: String
    /// What is in it.
    public let bytes: [UInt8]
}
