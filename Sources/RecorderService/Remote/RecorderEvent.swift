// SPDX-License-Identifier: MIT

public import Commanding

/// What a recorder says beside its activity.
public enum RecorderEvent: Hashable, Sendable {
    /// A processing has ended.
    case finished(TakeResult)
    /// Something a person should know has come up in the open take.
    case warned(Notice, SessionID)
}
