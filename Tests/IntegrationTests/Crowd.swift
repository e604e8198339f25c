// SPDX-License-Identifier: MIT

import Testing

/// So many tests at once and no more: each has a bus, a sound server, a recorder and more of its own, and all of them together would leave none the time it counts on.
struct Crowd: SuiteTrait, TestTrait, TestScoping {
    private static let seats = Seats(16)

    var isRecursive: Bool { true }

    /// A seat is for one run of a test; a suite that had one would keep its own tests waiting.
    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    func provideScope(for test: Test, testCase: Test.Case?, performing body: @Sendable @concurrent () async throws -> Void) async throws {
        await Self.seats.take()
        do {
            try await body()
        } catch {
            await Self.seats.leave()
            throw error
        }
        await Self.seats.leave()
    }

    private actor Seats {
        private var free: Int
        private var queue: [CheckedContinuation<Void, Never>] = []

        init(_ count: Int) { free = count }

        func take() async {
            if free > 0 { free -= 1 } else { await withCheckedContinuation { queue.append($0) } }
        }

        func leave() {
            if queue.isEmpty { free += 1 } else { queue.removeFirst().resume() }
        }
    }
}

extension Trait where Self == Crowd {
    /// Among the tests that share the machine's time.
    static var crowded: Self { Self() }
}
