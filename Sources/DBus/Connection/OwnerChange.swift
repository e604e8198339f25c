// SPDX-License-Identifier: MIT

/// A name that came, went or passed from one connection to another.
public struct OwnerChange: Sendable, Hashable {
    /// The unique name of the connection that owned it; nil when nobody did.
    public let old: BusName?
    /// The unique name of the connection that owns it; nil when nobody does.
    public let new: BusName?

    /// Makes a change.
    public init(old: BusName?, new: BusName?) {
        self.old = old
        self.new = new
    }
}
