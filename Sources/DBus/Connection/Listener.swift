// SPDX-License-Identifier: MIT

internal import EventLoop

/// Somebody who wants signals.
@LoopActor
final class Listener {
    let rule: MatchRule
    let handler: @LoopActor (SignalMessage) -> Void
    /// Who owns the well-known name that the rule wants signals of.
    var owner: NameWatch?
    /// What happens when the connection ends.
    var onEnd: ((BusError) -> Void)?
    var isCancelled = false

    init(_ rule: MatchRule, handler: @escaping @LoopActor (SignalMessage) -> Void) {
        self.rule = rule
        self.handler = handler
    }

    /// Whether a signal is one of those the rule wants.
    ///
    /// It is asked for every signal: there are other rules, and a stranger may address to us what no rule asked for.
    func wants(_ signal: SignalMessage, _ firstArgument: String?) -> Bool {
        if let member = rule.member, member != signal.member { return false }
        if let interface = rule.interface, interface != signal.interface { return false }
        if let path = rule.path, path != signal.path { return false }
        if let expected = rule.firstArgument, expected != firstArgument { return false }
        guard let sender = rule.sender else { return true }
        return (owner.map { $0.owner } ?? sender) == signal.sender
    }
}
