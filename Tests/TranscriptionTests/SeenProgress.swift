// SPDX-License-Identifier: MIT

import EventLoop

/// Remembers what a transcriber reports, and where it reports it: on the loop.
@LoopActor
final class SeenProgress {
    private(set) var values: [Double?] = []
    /// Called with the first progress that is known.
    var onFirst: (@LoopActor () -> Void)?

    nonisolated init() {}

    nonisolated func add(_ value: Double?) {
        LoopActor.assumeIsolated {
            values.append(value)
            guard value != nil else { return }
            onFirst?()
            onFirst = nil
        }
    }
}
