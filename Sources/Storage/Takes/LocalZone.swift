// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc

/// The time zone of this machine, `TZ` or /etc/localtime.
enum LocalZone {
    /// By how many seconds local time is ahead of UTC at `moment`; 0 where the zone makes no sense.
    static func secondsFromUTC(at moment: WallTime) -> Int {
        // localtime_r(3) need not look at the zone again; a traveller's machine changes it under a running recorder.
        tzset()
        var seconds = time_t(moment.microseconds / 1_000_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }
}
