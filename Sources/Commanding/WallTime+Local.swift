// SPDX-License-Identifier: MIT

internal import Glibc
internal import Localization

/// The moment where the user is: by `TZ`, or by /etc/localtime.
extension WallTime {
    /// By how many seconds local time is ahead of UTC at the moment; 0 where the zone makes no sense.
    public var secondsFromUTC: Int { local?.tm_gmtoff ?? 0 }

    /// The hour and minute of the moment: `14:05`.
    public var clockText: String {
        guard let local else { return "?" }
        return "\(local.tm_hour.twoDigits):\(local.tm_min.twoDigits)"
    }

    /// The day, hour and minute of the moment: `30 November 2026 14:05`.
    public var dateText: String {
        guard let local, Self.months.indices.contains(Int(local.tm_mon)) else { return "?" }
        let values = ["day": "\(local.tm_mday)", "month": localized(Self.months[Int(local.tm_mon)]), "year": "\(Int(local.tm_year) + 1900)", "time": clockText]
        return localized("{day} {month} {year} {time}", values)
    }

    private static let months: [StaticString] = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

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
