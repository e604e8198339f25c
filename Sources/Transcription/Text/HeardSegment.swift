// SPDX-License-Identifier: MIT

/// A stretch of speech as an engine tells it: not yet decoded, not yet cleaned.
package struct HeardSegment: Hashable, Sendable {
    /// When it begins in the audio.
    package var start: Duration
    /// When it ends in the audio.
    package var end: Duration
    /// What was said, in what should be UTF-8.
    package var text: [UInt8]

    /// A stretch from `start` to `end`.
    package init(_ start: Duration, _ end: Duration, _ text: some Sequence<UInt8>) {
        self.start = start
        self.end = end
        self.text = Array(text)
    }
}
