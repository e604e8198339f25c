// SPDX-License-Identifier: MIT

/// The identity of a take: opaque, never used again, empty where no take is meant.
public struct SessionID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identity's spelling on the bus and in file names.
    public let rawValue: String

    /// Takes any spelling; whether it names a take is for the recorder to say.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No take.
    public static let none = SessionID(rawValue: "")

    /// The spelling.
    public var description: String { rawValue }
}
