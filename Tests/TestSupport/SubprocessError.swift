// SPDX-License-Identifier: MIT

/// Why a child did not do what a test waited for.
public enum SubprocessError: Error, CustomStringConvertible {
    /// It could not be started.
    case notStarted(program: String, errno: Int32)
    /// Time ran out; the child is dead.
    case timedOut(waitingFor: String, output: String, errors: String)
    /// It ended before what was waited for.
    case ended(waitingFor: String, SubprocessResult)

    /// A sentence that shows what the child wrote.
    public var description: String {
        switch self {
        case .notStarted(let program, let code): "\(program) could not be started (errno \(code))."
        case .timedOut(let fact, let output, let errors): "Time ran out waiting for \(fact). Output: \(output.debugDescription) Errors: \(errors.debugDescription)"
        case .ended(let fact, let result):
            "It ended (\(result.ending)) before \(fact). Output: \(result.output.debugDescription) Errors: \(result.errors.debugDescription)"
        }
    }
}
