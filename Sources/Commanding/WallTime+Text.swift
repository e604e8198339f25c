// SPDX-License-Identifier: MIT

internal import Glibc

extension WallTime {
    /// The hour and minute of the moment, where the user is: `14:05`.
    public var clockText: String {
        var seconds = time_t(microseconds / 1_000_000)
        var parts = tm()
        // localtime_r(3) need not look at the zone again; a traveller's machine changes it under a running recorder.
        tzset()
        guard localtime_r(&seconds, &parts) != nil else { return "?" }
        return "\(parts.tm_hour.twoDigits):\(parts.tm_min.twoDigits)"
    }
}

extension Int32 {
    /// The number with two digits at least.
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
