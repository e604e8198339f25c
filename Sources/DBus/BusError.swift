// SPDX-License-Identifier: MIT

internal import Localization

/// Why something on the bus could not be done; each case is something else for the caller to do.
public enum BusError: Error, Hashable, Sendable {
    /// No bus could be reached; the reason is a full sentence.
    case noBus(reason: String)
    /// The bus is gone, or the connection was closed.
    case disconnected
    /// No answer came within the time the caller gave.
    case timedOut
    /// The calling task was cancelled.
    case cancelled
    /// The other side, or the bus itself, answered with an error.
    case remote(name: ErrorName, message: String)
    /// What should be sent, or what was received, is not what it has to be; the reason is a full sentence.
    case invalid(reason: String)
    /// A stream of signals was read too slowly and has lost some.
    case overflowed
}

extension BusError: CustomStringConvertible {
    /// A full sentence for people.
    public var description: String {
        switch self {
        case .noBus(let reason), .invalid(let reason): reason
        case .disconnected: localized("The connection to the message bus is closed.")
        case .timedOut: localized("The other program did not answer in time.")
        case .cancelled: localized("The call was cancelled.")
        case .remote(let name, let message): message.isEmpty ? localized("The other program answered with the error {name}.", ["name": "\(name)"]) : message
        case .overflowed: localized("Signals arrived faster than they were read, and some are lost.")
        }
    }
}
