// SPDX-License-Identifier: MIT

internal import Commanding

extension Duration {
    /// Whole microseconds; zero for what is negative.
    var unsignedMicroseconds: UInt64 { UInt64(clamping: wholeMicroseconds) }

    /// A duration of so many microseconds, held within 292,000 years.
    init(unsignedMicroseconds: UInt64) { self = .microseconds(Int64(clamping: unsignedMicroseconds)) }
}
