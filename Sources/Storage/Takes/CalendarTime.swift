// SPDX-License-Identifier: MIT

internal import Commanding

/// A moment as a Gregorian calendar and a clock on the wall show it, whatever calendar and digits the user's language has.
///
/// Computed, not asked of the C library: its formatting follows the locale, and years there may be Buddhist.
struct CalendarTime: Hashable {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int

    /// What a clock shows that is ahead of UTC by so many seconds.
    ///
    /// Moments before the year 1 or after 9999 count as the first or last of them.
    init(_ moment: WallTime, secondsFromUTC: Int) {
        // Floored, not truncated: before 1970 a fraction of a second belongs to the second before it.
        let whole = moment.microseconds / 1_000_000 - (moment.microseconds % 1_000_000 < 0 ? 1 : 0)
        let range = -62_135_596_800...253_402_300_799
        let local = min(max(Int(whole) + secondsFromUTC, range.lowerBound), range.upperBound)
        let days = Int((Double(local) / 86_400).rounded(.down))
        let rest = local - days * 86_400
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
        (year, month, day) = Self.civil(days)
    }

    /// `2026-11-30 14.05.22`: sorts by time, reads well, and every file system takes it.
    var fileName: String {
        "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2)) \(padded(hour, 2)).\(padded(minute, 2)).\(padded(second, 2))"
    }

    /// `20261130_140522`: the same in the letters of a session.
    var sessionPrefix: String {
        "\(padded(year, 4))\(padded(month, 2))\(padded(day, 2))_\(padded(hour, 2))\(padded(minute, 2))\(padded(second, 2))"
    }

    /// The date of a day counted from 1970-01-01.
    ///
    /// Howard Hinnant's algorithm: years are counted from March, so that the leap day is the last of its year, and in eras of 400, which are all alike.
    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
