// SPDX-License-Identifier: MIT

/// What the recorder is at when it is killed.
package enum KillMoment: String, CaseIterable, Sendable {
    case beforeFirstFrame = "before the first frame"
    case recording, paused, resuming, processing, finishing, discarding
}
