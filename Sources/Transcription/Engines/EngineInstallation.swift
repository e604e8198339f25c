// SPDX-License-Identifier: MIT

/// An engine as it was found on this machine, with one model.
struct EngineInstallation: Hashable, Sendable {
    /// The absolute path of the program.
    var executable: String
    /// What the model is called.
    var model: String
    /// The files of the model, by the names the engine's call knows them by.
    var files: [String: EngineFile]
    /// The folder of the program's own libraries, if they are not the system's.
    var libraryFolder: String?
    /// What its program is called with before anything else.
    var arguments: [String] = []
    /// The user's home folder, for programs that are theirs.
    var userFolder: String?

    /// What is wrong with the model now, as a sentence that names the file; nil when a glance sees nothing wrong.
    func fault() -> String? {
        files.values.sorted { $0.path < $1.path }.lazy.compactMap { $0.fault() }.first
    }

    /// The path of a file of the model.
    func path(_ name: String) -> String { files[name]?.path ?? "" }
}
