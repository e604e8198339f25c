// SPDX-License-Identifier: MIT

extension Duration {
    /// The time as every display shows it: minutes and seconds, `0:07`, with hours from one hour on, `1:00:07`; whole seconds that have passed, and none of a negative time.
    public var timerText: String {
        let seconds = max(components.seconds, 0)
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        return hours > 0 ? "\(hours):\(minutes.twoDigits):\(rest.twoDigits)" : "\(minutes):\(rest.twoDigits)"
    }
}

extension Int64 {
    /// The number with two digits at least.
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
