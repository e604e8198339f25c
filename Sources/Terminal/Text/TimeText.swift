// SPDX-License-Identifier: MIT

/// A time as people read it on a recorder.
enum TimeText {
    /// Minutes and seconds, `0:07`, with hours from one hour on, `1:00:07`; whole seconds that have passed.
    static func clock(_ time: Duration) -> String {
        let seconds = max(time.components.seconds, 0)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))" : "\(minutes):\(twoDigits(seconds % 60))"
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
