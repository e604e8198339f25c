// SPDX-License-Identifier: MIT

package import EventLoop

/// Many kills, at several desks at once.
@LoopActor
package final class KillSeries {
    /// Of one desk: it doesn't grow old, and a sound server's start is paid for.
    private static let shift = 14
    private static let desks = 4

    private var waiting: [[KillPlan]]
    private let server: KillServer
    private let report: (KillResult) -> Void
    private var results: [KillResult] = []

    private init(_ plans: [KillPlan], on server: KillServer, _ report: @escaping (KillResult) -> Void) {
        waiting = stride(from: 0, to: plans.count, by: Self.shift).reversed().map { Array(plans[$0..<min($0 + Self.shift, plans.count)]) }
        self.server = server
        self.report = report
    }

    /// Carries out the first `count` kills of `seed`.
    ///
    /// - Parameter report: is told what came of each, when it is known.
    /// - Returns: what came of all, in their order.
    package nonisolated static func run(
        _ count: Int, seed: UInt64, on server: KillServer = .pulse, _ report: @escaping @LoopActor (KillResult) -> Void = { _ in }
    ) async throws -> [KillResult] {
        try await onLoop {
            let series = KillSeries((0..<count).map { KillPlan(number: $0, seed: seed) }, on: server, report)
            let desks = (0..<desks).map { _ in Loop.shared.throwingTask { try await series.work() } }
            for desk in desks { try await desk.value }
            return series.results.sorted { $0.plan.number < $1.plan.number }
        }
    }

    private func work() async throws {
        while let plans = waiting.popLast() {
            try await KillBench.perform(plans, on: server) { result in
                results.append(result)
                report(result)
            }
        }
    }
}
