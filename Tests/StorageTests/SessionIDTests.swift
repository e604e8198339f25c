// SPDX-License-Identifier: MIT

import Commanding
import Testing

@testable import Storage

@Suite("SessionID")
struct SessionIDTests {
    @Test
    func `sessions are well formed, differ, and sort by time`() {
        let early = (0..<100).map { _ in SessionID.make(at: Stage.noon).rawValue }
        let late = SessionID.make(at: WallTime(microseconds: Stage.noon.microseconds + 1_000_000)).rawValue
        #expect(Set(early).count == 100)
        #expect(early.allSatisfy { $0 < late && SessionID(rawValue: $0).isWellFormed })
        #expect(late.hasPrefix("20261130_140523_"))
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func `sessions of impossible moments are well formed too`(microseconds: Int64) {
        #expect(SessionID.make(at: WallTime(microseconds: microseconds)).isWellFormed)
    }

    @Test(arguments: [
        "", ".", "..", "/", "../../etc/passwd", ".discarded", "20261130_140522_0123456789abcde", "20261130_140522_0123456789abcdef0",
        "20261130_140522_0123456789abcdeF", "20261130_140522_0123456789abcde/", "20261130/140522_0123456789abcdef", "20261130_140522_0123456789abcd..",
        "20261130_140522_0123456789abcd\u{E9}", "2026113x_140522_0123456789abcdef", "20261130_140522_0123456789abcde\u{0}", "20261130_140522\n0123456789abcdef",
    ])
    func `anything else is not a session`(text: String) {
        #expect(!SessionID(rawValue: text).isWellFormed)
    }
}
