// SPDX-License-Identifier: MIT

import Testing

@testable import Transcription

@Suite("MoonshineTokens")
struct MoonshineTokensTests {
    @Test
    func `each record becomes its bytes in Base64 and its index`() {
        let records: [UInt8] = [5] + Array("<unk>".utf8) + [3] + Array("<s>".utf8) + [1, 0] + [2, 0xFF, 0xFE] + [0]
        #expect(MoonshineTokens.text(of: records).map { String(decoding: $0, as: UTF8.self) } == "PHVuaz4= 0\nPHM+ 1\nAA== 2\n//4= 3\n 4\n")
    }

    @Test
    func `a length of 128 or more has two bytes`() {
        let length = 129 * 128 + 130 - 128
        let text = MoonshineTokens.text(of: [129, 130] + [UInt8](repeating: 65, count: length))
        #expect(text?.count == (length + 2) / 3 * 4 + " 0\n".utf8.count)
    }

    @Test(arguments: [[5, 65], [200], [128, 128 + 5, 65]] as [[UInt8]])
    func `a file that ends inside a record is refused`(bytes: [UInt8]) {
        #expect(MoonshineTokens.text(of: bytes) == nil)
    }
}
