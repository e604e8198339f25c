// SPDX-License-Identifier: MIT

/// The table that is printed in the end.
struct Table {
    var rows: [Row] = []

    /// Whether every row has a figure.
    var isComplete: Bool {
        rows.allSatisfy { row in
            if case .unmeasured = row.verdict { false } else { true }
        }
    }

    /// The table in Markdown, in columns that line up, and why what is missing is missing.
    var text: String {
        let head = ["what", "ours", "peer", "ratio", "budget", ""]
        let cells = rows.map { [$0.what, $0.ours, $0.peer, $0.ratio, $0.budget, Self.word(for: $0.verdict)] }
        let widths = head.indices.map { column in ([head] + cells).map { $0[column].count }.max() ?? 0 }
        let lines = ([head, widths.map { String(repeating: "-", count: $0) }] + cells).map { line in
            "| " + zip(line, widths).map { $0.padded(to: $1) }.joined(separator: " | ") + " |"
        }
        return (lines + reasons).joined(separator: "\n")
    }

    private var reasons: [String] {
        rows.compactMap { row in
            guard case .unmeasured(let reason) = row.verdict else { return nil }
            return "\n\(row.what) was not measured: \(reason)"
        }
    }

    private static func word(for verdict: Row.Verdict) -> String {
        switch verdict {
        case .kept: "ok"
        case .missed: "MISSED"
        case .informative: ""
        case .unmeasured: "not measured"
        }
    }
}
