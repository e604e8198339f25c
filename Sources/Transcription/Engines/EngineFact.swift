// SPDX-License-Identifier: MIT

/// What a line of an engine's output tells.
package enum EngineFact: Hashable, Sendable {
    /// The audio is processed up to here.
    case reached(Duration)
    /// This part of the work is done, 0 to 1.
    case progressed(Double)
    /// Something is wrong, or may be: if the run fails, these were the engine's last words.
    case complained(String)
}
