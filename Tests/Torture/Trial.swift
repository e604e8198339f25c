// SPDX-License-Identifier: MIT

/// What the recorder has to stand.
enum Trial: String, CaseIterable {
    /// Kills at any instant.
    case kills
    /// Cuts of the power after each step.
    case powerCuts = "power-cuts"
    /// A take of hours.
    case hours
    /// Many takes in one recorder.
    case takes
    /// Many messages in one take.
    case messages

    /// How many of it there may be, and how many there are if nobody says; nil where there is nothing to count.
    var amount: (allowed: ClosedRange<Double>, usual: Double)? {
        switch self {
        case .kills: (1...100_000, 1000)
        case .powerCuts: nil
        case .hours: (0.1...100, 25)
        case .takes: (10...1_000_000, 2000)
        case .messages: (1000...100_000_000, 1_000_000)
        }
    }
}
