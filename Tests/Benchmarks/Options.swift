// SPDX-License-Identifier: MIT

/// What the command line asks for.
struct Options {
    /// The benchmarks to run; nil for all.
    private var names: Set<String>?
    /// Whether to run fewer rounds and shorter windows.
    private(set) var isQuick = false
    /// How long the take with the pauses is, in minutes.
    private(set) var minutes = 1
    private(set) var isHelpWanted = false

    init(_ arguments: [String], benchmarks: [String]) throws(Failure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--help", "-h": isHelpWanted = true
            case "--only":
                let names = (rest.popFirst() ?? "").split(separator: ",").map(String.init)
                guard !names.isEmpty, names.allSatisfy(benchmarks.contains) else { throw Failure("--only takes names out of \(benchmarks.joined(separator: ", ")).") }
                self.names = Set(names)
            case "--minutes":
                guard let minutes = rest.popFirst().flatMap(Int.init), (1...600).contains(minutes) else { throw Failure("--minutes takes a number from 1 to 600.") }
                self.minutes = minutes
            default: throw Failure("There is no option “\(argument)”; --help lists all.")
            }
        }
    }

    func wants(_ name: String) -> Bool { names?.contains(name) ?? true }
}
