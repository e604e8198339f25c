// SPDX-License-Identifier: MIT

internal import EventLoop

/// What a short program prints.
@LoopActor
final class ProgramOutput {
    private static let patience = Duration.seconds(10)
    private var bytes: [UInt8] = []

    /// What the program `name` of `PATH` prints; nil when there is none, it fails, or it takes too long.
    static func of(_ name: String, _ arguments: String...) async -> String? {
        let output = ProgramOutput()
        let command = ChildProcess.Command("/usr/bin/env", [name] + arguments, environment: ProcessEnvironment.all)
        let child = try? ChildProcess(command) { stream, bytes in
            if stream == .standardOutput { output.bytes += bytes }
        }
        guard let child else { return nil }
        let timer = LoopTimer(after: patience) { child.terminate() }
        defer { timer.cancel() }
        return await child.ending() == .exited(0) ? String(decoding: output.bytes, as: UTF8.self) : nil
    }
}
