// SPDX-License-Identifier: MIT

/// What a run of an engine came to.
package enum EngineResult: Hashable, Sendable {
    /// The engine was through, and heard this.
    case heard([HeardSegment])
    /// The engine returned without having said that it was through, or with words that amount to a failure.
    case unfinished
}
