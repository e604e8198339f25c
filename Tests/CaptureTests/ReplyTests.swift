// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import TestSupport
import Testing

@testable import Capture

@Suite("Reply", .timeLimit(.minutes(1)))
struct ReplyTests {
    private let error = RecordingError(.cancelled, "No.")

    @Test
    func `an answer that comes later is waited for`() async throws {
        let value = try await onLoop {
            let reply = Reply<Int>()
            Loop.shared.enqueue { reply.succeed(1) }
            return try await reply.value()
        }
        #expect(value == 1)
    }

    @Test
    func `an answer that came before is there, and the first is the one that counts`() async throws {
        let value = try await onLoop { [error] in
            let reply = Reply<Int>()
            reply.succeed(1)
            reply.succeed(2)
            reply.fail(error)
            return try await reply.value(by: .after(.seconds(9)), else: error)
        }
        #expect(value == 1)
    }

    @Test
    func `when time is up that is the answer, and a later one changes nothing`() async throws {
        try await onLoop { [error] in
            let reply = Reply<Int>()
            await #expect(throws: error) { try await reply.value(by: .after(.milliseconds(1)), else: error) }
            reply.succeed(1)
            await #expect(throws: error) { try await reply.value() }
        }
    }

    @Test
    func `an answer on the way to the wait is not missed, from whichever task`() async throws {
        for number in 0..<200 {
            let reply = try await onLoop { Reply<Int>() }
            async let value = reply.value()
            Loop.shared.enqueue { reply.succeed(number) }
            #expect(try await value == number)
        }
    }
}
