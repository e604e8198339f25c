// SPDX-License-Identifier: MIT

import Commanding
import Recording
import Testing

@testable import Capture

@Suite("NoticeBoard")
struct NoticeBoardTests {
    @Test
    func `the newest notice that stands is shown, and each change told once`() {
        var board = NoticeBoard()
        #expect(board.set(.silence, false) == nil)
        #expect(board.set(.silence, true) == .noticed(.silence))
        #expect(board.set(.silence, true) == nil)
        #expect(board.set(.lowDisk, true) == .noticed(.lowDisk))
        // Not shown, so nothing changes.
        #expect(board.set(.silence, false) == nil)
        #expect(board.set(.clipping, true) == .noticed(.clipping))
        #expect(board.set(.clipping, false) == .noticed(.lowDisk))
        #expect(board.set(.lowDisk, false) == .noticed(nil))
    }
}
