// SPDX-License-Identifier: MIT

internal import Localization

/// How much one message may carry, in both directions.
///
/// The bus allows more, and kicks out whoever sends more than it allows; a stranger must not make us allocate as much.
/// What is above is refused with an error.
enum Limits {
    /// Bytes in the body.
    static let bytes = 16 << 20
    /// Values in the body, those inside of others included; a block of bytes counts once.
    static let values = 1 << 17
    /// Containers inside each other: what the specification allows, 32 arrays and 32 structures.
    static let depth = 64

    static var sentence: String {
        localized("A message carries more than {mebibytes} MiB or {values} values, which is refused.", ["mebibytes": "\(bytes >> 20)", "values": "\(values)"])
    }
}
