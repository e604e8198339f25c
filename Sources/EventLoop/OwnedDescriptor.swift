// SPDX-License-Identifier: MIT

internal import Glibc

/// A descriptor that is closed when its owner is gone, unless it was released before.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    /// Takes over `number`; nil when it is none, so that `errno` still tells why.
    init?(consuming number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }

    /// Gives the descriptor away.
    consuming func release() -> Int32 {
        let number = self.number
        discard self
        return number
    }
}
