// SPDX-License-Identifier: MIT

internal import CLinux

/// What a descriptor is ready for, or what a watch wants to hear of.
public struct Readiness: OptionSet, Sendable {
    /// The set's bits.
    public let rawValue: UInt8

    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// There is something to read, or the end of it.
    public static let readable = Readiness(rawValue: 1)
    /// A write would be taken.
    public static let writable = Readiness(rawValue: 2)
    /// The other end is gone; reported whether asked for or not.
    public static let hangup = Readiness(rawValue: 4)
    /// The descriptor is broken; reported whether asked for or not.
    public static let failed = Readiness(rawValue: 8)

    private static let pairs: [(Readiness, UInt32)] = [
        (.readable, clinux_epollin), (.writable, clinux_epollout), (.hangup, clinux_epollhup), (.failed, clinux_epollerr),
    ]

    init(epoll mask: UInt32) {
        self = Readiness(Self.pairs.lazy.filter { mask & $0.1 != 0 }.map(\.0))
    }

    var epoll: UInt32 {
        Self.pairs.reduce(0) { contains($1.0) ? $0 | $1.1 : $0 }
    }
}
