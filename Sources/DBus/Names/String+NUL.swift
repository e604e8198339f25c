// SPDX-License-Identifier: MIT

internal import Glibc

extension String {
    /// Whether there is a NUL in it, at which C would take it to end.
    var containsNUL: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false } ?? utf8.contains(0)
    }
}
