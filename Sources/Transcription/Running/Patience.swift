// SPDX-License-Identifier: MIT

/// How long an engine may get no further before it is taken for stuck.
///
/// Further means further in the audio: output alone, a dot per second, is none. An engine is slowest where it tells least, at one long sentence, so what is
/// allowed grows with the audio: the slowest engine known needs a sixth of its length on a middling machine, a twelfth of what is allowed.
struct Patience: Hashable, Sendable {
    /// The least, for short audio: loading a large model from a slow disk takes this long.
    var least = Duration.seconds(60)
    /// What is allowed for audio of a given length, as a multiple.
    var factor = 2

    /// How long an engine may get no further in audio of this length.
    func limit(for duration: Duration) -> Duration { max(least, duration * factor) }
}
