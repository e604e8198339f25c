// SPDX-License-Identifier: MIT

/// A line of the table: what was measured, of us and of a peer, and what it should be.
struct Row {
    /// Whether the budget was kept.
    enum Verdict {
        case kept
        case missed
        /// There is no budget; the figure explains another one.
        case informative
        case unmeasured(reason: String)
    }

    var what: String
    var ours: String
    var peer: String
    var ratio: String
    var budget: String
    var verdict: Verdict

    init(_ what: String, ours: String = "", peer: String = "", ratio: String = "", budget: String, verdict: Verdict) {
        self.what = what
        self.ours = ours
        self.peer = peer
        self.ratio = ratio
        self.budget = budget
        self.verdict = verdict
    }

    /// A ratio to a peer that must not be above `limit`; nil when there is no budget.
    init(_ what: String, ours: String, peer: String, ratio: Double, limit: Double?) {
        let verdict: Verdict = limit.map { ratio <= $0 ? .kept : .missed } ?? .informative
        self.init(what, ours: ours, peer: peer, ratio: ratio.text(2), budget: limit.map { "≤ \($0.text(2))" } ?? "", verdict: verdict)
    }
}
