// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// The real recorder, as a user gets it, in a session of its own.
@LoopActor
struct RecorderProcess {
    /// No engine is downloaded in the middle of a measurement, and none but the one a benchmark puts in place is found.
    static let configuration = "engine = pocketsphinx\ninstall-engines = no\n"

    let process: Subprocess
    let client: RecorderClient

    /// Starts it, and waits until it can be called.
    ///
    /// - Parameter environment: what it sees beside the session: the sound server.
    static func start(_ bench: Bench, in session: Session, environment: [String: String] = [:], core: String? = nil) async throws -> RecorderProcess {
        try session.configure(configuration)
        let all = session.environment.merging(environment) { ours, _ in ours }
        let process = try await Child.start([try bench.recorder()], environment: all, core: core)
        do {
            return RecorderProcess(process: process, client: try await RecorderClient.connect(to: session))
        } catch {
            throw Failure("\(error) It said: \(process.errorsSoFar)")
        }
    }

    /// What the kernel has counted for it.
    func account() throws -> ProcessAccount { try ProcessAccount(of: process.identifier) }
}
