// SPDX-License-Identifier: MIT

import TestSupport

/// What the command line asks for.
struct Options {
    /// What is to be tried; nil when only help is wanted.
    private(set) var trial: Trial?
    private(set) var amount = 0.0
    private(set) var seed = UInt64.random(in: 0...999_999)
    private(set) var server = KillServer.pulse
    private(set) var isVerbose = false

    /// - Returns: nil when the arguments make no sense.
    init?(_ arguments: some Collection<String>) {
        var rest = arguments[...]
        if let help = rest.first, help == "--help" || help == "-h" { return }
        guard let trial = rest.popFirst().flatMap(Trial.init) else { return nil }
        self.trial = trial
        if let (allowed, usual) = trial.amount {
            amount = usual
            if let first = rest.first, !first.hasPrefix("-") {
                guard let amount = Double(first), allowed.contains(amount) else { return nil }
                self.amount = amount
                rest.removeFirst()
            }
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--verbose" where trial == .kills: isVerbose = true
            case "--seed" where trial == .kills || trial == .messages:
                guard let seed = rest.popNumber(in: 0...UInt64.max) else { return nil }
                self.seed = seed
            case "--server" where trial == .kills:
                guard let server = rest.popFirst().flatMap(KillServer.init) else { return nil }
                self.server = server
            default: return nil
            }
        }
    }
}
