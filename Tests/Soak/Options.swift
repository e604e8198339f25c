// SPDX-License-Identifier: MIT

import TestSupport

/// What the command line asks for.
struct Options {
    private(set) var takes = 0
    private(set) var messages = 0
    private(set) var seed = UInt64.random(in: 0...999_999)
    private(set) var isHelpWanted = false

    /// - Returns: nil when the arguments make no sense.
    init?(_ arguments: some Collection<String>) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": isHelpWanted = true
            case "--takes":
                guard let takes = rest.popNumber(in: 10...1_000_000) else { return nil }
                self.takes = takes
            case "--messages":
                guard let messages = rest.popNumber(in: 1000...100_000_000) else { return nil }
                self.messages = messages
            case "--seed":
                guard let seed = rest.popNumber(in: 0...UInt64.max) else { return nil }
                self.seed = seed
            default: return nil
            }
        }
        guard isHelpWanted || takes + messages > 0 else { return nil }
    }
}
