// SPDX-License-Identifier: MIT

public import Commanding

/// The commander spreads what the model shows to all who watch it in this process.
extension RecordingCommander: Reporting {
    /// Spreads `activity`.
    public nonisolated func report(_ activity: Activity) { publish(activity) }
}
