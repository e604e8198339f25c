// SPDX-License-Identifier: MIT

public import Commanding

/// What is known of a notice beyond the notice itself.
public struct NoticeDetails: Hashable, Sendable {
    /// How much longer can be recorded at least, when the disk is nearly full.
    public var timeLeft: Duration?
    /// What went wrong, when the take was paused for it.
    public var error: RecordingError?

    /// Nothing more than the notice, unless it is given.
    public init(timeLeft: Duration? = nil, error: RecordingError? = nil) {
        self.timeLeft = timeLeft
        self.error = error
    }
}
