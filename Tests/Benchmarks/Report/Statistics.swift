// SPDX-License-Identifier: MIT

extension Array where Element: Comparable {
    /// The middle of the values; the greater of the two when there is an even number of them, nil when there are none.
    var median: Element? { isEmpty ? nil : sorted()[count / 2] }
}

/// The median of the ratios of two series whose values at one index were measured right after each other: what slowed the machine down then, slowed both down.
func medianRatio(_ ours: [Double], to theirs: [Double]) -> Double {
    zip(ours, theirs).map { $0 / $1 }.median ?? .nan
}
