// SPDX-License-Identifier: MIT

/// A command's place in the order of arrival: whoever sent it is answered by this number, once.
public struct Ticket: Hashable, Sendable {
    let number: UInt64

    /// The ticket with `number`.
    public init(_ number: UInt64) { self.number = number }
}
