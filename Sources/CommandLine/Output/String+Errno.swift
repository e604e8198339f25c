// SPDX-License-Identifier: MIT

internal import Glibc

extension String {
    /// What the C library says of an error number.
    init(errno code: Int32) { self = strerror(code).map { String(cString: $0) } ?? "errno \(code)" }
}
