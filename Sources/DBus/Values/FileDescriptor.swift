// SPDX-License-Identifier: MIT

internal import Glibc

/// A descriptor we own: closed once, when its last reference is gone.
public final class FileDescriptor: Sendable {
    /// The number, valid as long as this object lives.
    public let number: Int32

    /// Takes over `number`, which nobody else may close from now on.
    public init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}

extension FileDescriptor: Equatable {
    /// Whether both are the same descriptor.
    public static func == (left: FileDescriptor, right: FileDescriptor) -> Bool { left.number == right.number }
}
