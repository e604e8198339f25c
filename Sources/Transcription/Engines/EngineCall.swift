// SPDX-License-Identifier: MIT

internal import EventLoop

/// How an engine is called for one job.
struct EngineCall: Hashable, Sendable {
    /// What is run.
    var command: ChildProcess.Command
    /// The absolute path of the file the engine leaves its result in; nil when it prints it.
    var resultFile: String?

    /// Calls the engine's program in the job's folder, with an environment that holds nothing of the user's.
    init(_ installation: EngineInstallation, _ arguments: [String], for job: EngineJob, hasTerminal: Bool = false, resultFile: String? = nil) {
        var environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": job.folder, "TMPDIR": job.folder]
        environment["LD_LIBRARY_PATH"] = installation.libraryFolder
        environment["OMP_NUM_THREADS"] = "\(job.threads)"
        command = ChildProcess.Command(
            installation.executable, arguments, environment: environment, workingDirectory: job.folder, hasTerminal: hasTerminal)
        self.resultFile = resultFile
    }
}
