// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The short form of `Torture power-cuts`.
@Suite("Power cuts", .crowded, .timeLimit(.minutes(5)))
struct PowerCutTests {
    @Test(arguments: zip([PowerCutLife.silent, .spoken, .discarded, .terminated], [PowerCutLife.Disk.synced, .committed, .committed, .synced]))
    func `C105: after a power cut at any step the take is there, once and whole, but for its last second at most`(_ life: PowerCutLife, _ disk: PowerCutLife.Disk) async throws {
        let cuts = try await PowerCutBench.run(life, disk, every: 3)
        #expect(cuts.count > 5)
        for cut in cuts where !cut.faults.isEmpty { Issue.record("\(cut.row)") }
        let losses = cuts.map(\.lost).sorted()
        print("power cuts: \(life.rawValue), \(disk.rawValue): \(cuts.count) cuts, lost \(losses.first ?? 0) … \(losses[losses.count / 2]) … \(losses.last ?? 0) ms")
    }
}
