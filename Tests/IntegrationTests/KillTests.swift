// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The short form of `Torture kills`.
@Suite("Kills at any instant", .crowded, .timeLimit(.minutes(5)))
struct KillTests {
    @Test
    func `of fifty takes whose recorder was killed in any state, each is there, but for its last second at most`() async throws {
        let results = try await KillSeries.run(50, seed: 4)
        #expect(results.count == 50)
        for result in results where !result.isAsPromised { Issue.record("\(result.line)") }
        print(KillTable(results))
    }
}
