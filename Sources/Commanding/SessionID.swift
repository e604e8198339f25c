// SPDX-License-Identifier: MIT

/// The identity of a take: opaque, never used again, empty where no take is meant.
///
/// A take that was started earlier has the lesser one.
public struct SessionID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The identity's spelling on the bus and in file names.
    public let rawValue: String

    /// Takes any spelling; whether it names a take is for the recorder to say.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No take.
    public static let none = SessionID(rawValue: "")

    /// The order of the spellings.
    public static func < (left: SessionID, right: SessionID) -> Bool { left.rawValue < right.rawValue }

    /// The spelling.
    public var description: String { rawValue }
}
