// SPDX-License-Identifier: MIT

package import EventLoop

/// Reads the output of one run of an engine.
package protocol EngineReader: Sendable {
    /// Reads a line of output, without its end; never an empty one.
    mutating func read(_ line: [UInt8], from stream: ChildProcess.Stream) -> EngineFact?

    /// What the run came to, by all the engine has said; called when it has returned 0.
    ///
    /// - Parameter file: what the engine left in the call's result file; nil when there is none.
    func result(_ file: [UInt8]?) -> EngineResult
}
