// SPDX-License-Identifier: MIT

internal import EventLoop

/// Where engines, models and scratch space are looked for: a value made from environment variables, so that finding is the same for the same variables and disk.
public struct EngineEnvironment: Hashable, Sendable {
    /// The environment variables.
    var variables: [String: String]
    /// The absolute path of the program's own data folder.
    var dataFolder: String
    /// A program of the user's that turns speech into text, and its arguments; empty when there is none.
    var command: [String]
    /// The absolute path of the program that can be a ``VoskWorker``; empty when there is none.
    var worker: String

    /// An environment of its variables.
    ///
    /// - Parameters:
    ///   - variables: the environment variables; `PATH`, `XDG_DATA_DIRS` and `TMPDIR` are honoured, and what pip honours.
    ///   - dataFolder: the absolute path of the program's own data folder, which `engines` and `models` lie in.
    ///   - command: a program of the user's that turns speech into text, and its arguments.
    ///   - worker: the absolute path of the program that calls ``VoskWorker/run(_:)`` when its first argument is the worker's name.
    public init(variables: [String: String], dataFolder: String, command: [String] = [], worker: String = "") {
        self.worker = worker
        self.command = command
        self.variables = variables
        self.dataFolder = dataFolder
    }

    /// The folder of the engines we install.
    var engineFolder: String { "\(dataFolder)/engines" }
    /// The folder of models the user provides.
    var modelFolder: String { "\(dataFolder)/models" }
    /// The folder of the user's data of all programs, which ours lies in.
    var homeDataFolder: String? { dataFolder.lastIndex(of: "/").map { String(dataFolder[..<$0]) } }
    /// Where programs are looked for, in this order.
    var programFolders: [String] { folders("PATH", unset: "/usr/local/bin:/usr/bin:/bin") }
    /// Where the system's shared data are looked for, in this order.
    var sharedFolders: [String] { folders("XDG_DATA_DIRS", unset: "/usr/local/share:/usr/share") }
    /// Where a run's scratch folder may lie, best first.
    ///
    /// `/var/tmp` comes before `/tmp`, which is memory on many systems.
    var scratchFolders: [String] { folders("TMPDIR", unset: "/var/tmp") + ["/var/tmp", "/tmp"] }

    /// The absolute ones among the folders of a variable; a relative one would mean something else in each place.
    private func folders(_ variable: String, unset: String) -> [String] {
        let given = SearchPath(variables[variable] ?? "").folders
        return given.isEmpty ? SearchPath(unset).folders : given
    }
}
