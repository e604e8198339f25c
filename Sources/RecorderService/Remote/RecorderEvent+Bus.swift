// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus

extension RecorderEvent {
    /// The event that `signal` tells of; nil when this program has no word for it.
    init?(_ signal: SignalMessage) {
        guard signal.arguments.signature == "ssa{sv}", let session = signal.arguments[0].text, let word = signal.arguments[1].text else { return nil }
        switch signal.member {
        case "Finished":
            var options = signal.arguments[2].options ?? [:]
            options["session"] = .string(session)
            options["outcome"] = .string(word)
            guard let result = TakeResult(options: options) else { return nil }
            self = .finished(result)
        case "Warning":
            guard let notice = Notice(rawValue: word) else { return nil }
            self = .warned(notice, SessionID(rawValue: session))
        default:
            return nil
        }
    }
}
