// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Testing

@testable import Storage

@Suite("CalendarTime")
struct CalendarTimeTests {
    @Test(arguments: [
        // seconds since the epoch, seconds ahead of UTC
        (1_796_047_522, 0, "2026-11-30 14.05.22"),
        // America/Los_Angeles, half past eleven at night: still the day before UTC's.
        (1_796_110_200, -8 * 3600, "2026-11-30 23.30.00"),
        // Pacific/Kiritimati, ten past midnight: already the day after UTC's.
        (1_796_033_400, 14 * 3600, "2026-12-01 00.10.00"),
        // Asia/Kathmandu is not a whole hour off.
        (1_796_047_522, 20_700, "2026-11-30 19.50.22"),
        (951_782_400, 0, "2000-02-29 00.00.00"),
        (4_107_542_400, 0, "2100-03-01 00.00.00"),
        (2_147_483_648, 0, "2038-01-19 03.14.08"),
        (0, 0, "1970-01-01 00.00.00"),
        (0, -3600, "1969-12-31 23.00.00"),
        (-1, 0, "1969-12-31 23.59.59"),
        (253_402_300_799, 0, "9999-12-31 23.59.59"),
        (253_402_300_800, 0, "9999-12-31 23.59.59"),
        (-62_135_596_800, 0, "0001-01-01 00.00.00"),
        (-62_135_596_801, 0, "0001-01-01 00.00.00"),
    ])
    func `C111: the name has the day of the wall, Gregorian, in ASCII digits`(seconds: Int64, offset: Int, wanted: String) {
        let moment = WallTime(microseconds: seconds * 1_000_000)
        #expect(CalendarTime(moment, secondsFromUTC: offset).fileName == wanted)
    }

    @Test
    func `C111: no moment is out of range, and a fraction belongs to its second`() {
        #expect(CalendarTime(WallTime(microseconds: .max), secondsFromUTC: 50_400).fileName == "9999-12-31 23.59.59")
        #expect(CalendarTime(WallTime(microseconds: .min), secondsFromUTC: -50_400).fileName == "0001-01-01 00.00.00")
        #expect(CalendarTime(WallTime(microseconds: -1), secondsFromUTC: 0).fileName == "1969-12-31 23.59.59")
        #expect(CalendarTime(WallTime(microseconds: 999_999), secondsFromUTC: 0).fileName == "1970-01-01 00.00.00")
    }

    @Test
    func `C111: the zone is TZ's, whatever the locale, and UTC where it makes no sense`() async {
        // A process of its own: the environment is the whole process's.
        await #expect(processExitsWith: .success) {
            let moment = WallTime(microseconds: 1_796_110_200_000_000)
            for locale in ["C", "ar_EG.UTF-8", "fa_IR.UTF-8", "th_TH.UTF-8", "de_DE.UTF-8"] {
                setenv("LC_ALL", locale, 1)
                setlocale(LC_ALL, "")
                for (zone, wanted) in [
                    ("America/Los_Angeles", "2026-11-30 23.30.00"), ("Pacific/Kiritimati", "2026-12-01 21.30.00"), ("garbage", "2026-12-01 07.30.00"),
                    ("", "2026-12-01 07.30.00"), ("UTC", "2026-12-01 07.30.00"), ("EST5EDT", "2026-12-01 02.30.00"),
                ] {
                    setenv("TZ", zone, 1)
                    #expect(CalendarTime(moment, secondsFromUTC: moment.secondsFromUTC).fileName == wanted)
                }
            }
            unsetenv("TZ")
            #expect(abs(moment.secondsFromUTC) <= 14 * 3600)
        }
    }
}
