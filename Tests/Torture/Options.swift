// SPDX-License-Identifier: MIT

import TestSupport

/// What the command line asks for.
struct Options {
    private(set) var kills = 1000
    private(set) var seed = UInt64.random(in: 0...999_999)
    private(set) var arePowerCutsWanted = false
    private(set) var server = KillServer.pulse
    private(set) var isVerbose = false
    private(set) var isHelpWanted = false

    /// - Returns: nil when the arguments make no sense.
    init?(_ arguments: some Collection<String>) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--verbose": isVerbose = true
            case "--power-cuts": arePowerCutsWanted = true
            case "--help", "-h": isHelpWanted = true
            case "--kills":
                guard let kills = rest.popNumber(in: 1...100_000) else { return nil }
                self.kills = kills
            case "--seed":
                guard let seed = rest.popNumber(in: 0...UInt64.max) else { return nil }
                self.seed = seed
            case "--server":
                guard let server = rest.popFirst().flatMap(KillServer.init) else { return nil }
                self.server = server
            default: return nil
            }
        }
    }
}
