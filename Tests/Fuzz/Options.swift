// SPDX-License-Identifier: MIT

import TestSupport

/// What the command line asks for.
struct Options {
    private(set) var seconds = 600
    private(set) var seed = UInt64.random(in: 0...999_999)
    private(set) var readers = FuzzedReader.all
    /// Inputs to be read once, instead of others being made.
    private(set) var files: [String] = []
    private(set) var isHelpWanted = false

    /// - Returns: nil when the arguments make no sense.
    init?(_ arguments: some Collection<String>) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": isHelpWanted = true
            case "--only":
                guard let name = rest.popFirst(), case let chosen = FuzzedReader.all.filter({ $0.name == name }), !chosen.isEmpty else { return nil }
                readers = chosen
            case "--seconds":
                guard let seconds = rest.popNumber(in: 1...1_000_000) else { return nil }
                self.seconds = seconds
            case "--seed":
                guard let seed = rest.popNumber(in: 0...UInt64.max) else { return nil }
                self.seed = seed
            case _ where argument.hasPrefix("-"): return nil
            default: files.append(argument)
            }
        }
        guard files.isEmpty || readers.count == 1 else { return nil }
    }
}
