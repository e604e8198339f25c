// SPDX-License-Identifier: MIT

internal import Glibc

/// The moment where the user is: by `TZ`, or by /etc/localtime.
extension WallTime {
    /// By how many seconds local time is ahead of UTC at the moment; 0 where the zone makes no sense.
    public var secondsFromUTC: Int { local?.tm_gmtoff ?? 0 }

    /// The hour and minute of the moment: `14:05`.
    public var clockText: String {
        guard let local else { return "?" }
        return "\(local.tm_hour.twoDigits):\(local.tm_min.twoDigits)"
    }

    private var local: tm? {
        // localtime_r(3) need not look at the zone again; a traveller's machine changes it under a running program.
        tzset()
        var seconds = time_t(microseconds / 1_000_000)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? nil : parts
    }
}

extension Int32 {
    /// The number with two digits at least.
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
