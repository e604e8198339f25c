// SPDX-License-Identifier: MIT

internal import Synchronization

/// Whether work on another thread is still wanted.
final class CancelFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether it is no longer wanted.
    var isSet: Bool { flag.load(ordering: .relaxed) }

    /// Says that it is no longer wanted.
    func set() { flag.store(true, ordering: .relaxed) }
}
