// SPDX-License-Identifier: MIT

/// One kill, all of whose instants follow from a seed and its number.
package struct KillPlan: Sendable {
    /// Which kill it is; the first one is 0.
    package let number: Int
    /// What the recorder is at.
    package let moment: KillMoment
    /// How long is recorded before anything else happens.
    package let talk: Duration
    /// How long after the last command is sent, or answered where the state lasts, the kill comes.
    package let delay: Duration

    /// The kill `number` of those that `seed` stands for.
    package init(number: Int, seed: UInt64) {
        var random = SplitMix(seed: seed &+ UInt64(number) &* 0x2545_f491_4f6c_dd1d)
        self.number = number
        moment = KillMoment.allCases[number % KillMoment.allCases.count]
        // A steady ramp of a second and more is noise to the recorder, which then asks no engine: it is to be killed while one runs.
        let longestTalk = moment == .processing ? 800_000 : 1_800_000
        talk = .microseconds(Int.random(in: 20_000...longestTalk, using: &random))
        // As long as the transition takes, and as much again.
        let longest =
            switch moment {
            case .beforeFirstFrame, .resuming: 300_000
            case .recording: 700_000
            case .paused, .processing, .finishing: 400_000
            case .discarding: 20_000
            }
        delay = .microseconds(Int.random(in: 0...longest, using: &random))
    }
}
