// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A program in the place of `pocketsphinx_continuous` that does what a script says, which may be replaced between two takes.
///
/// The recorder is the real one and runs it as it runs any engine; only where the engine lies on `PATH` is ours.
struct ScriptedEngine {
    /// Where it lies; the only folder on the desk's `PATH` beside the system's.
    let folder = ScratchFolder()

    /// The file the recorder finds.
    var program: String { folder.file("pocketsphinx_continuous") }
    /// What a desk needs to have it.
    var environment: [String: String] { ["PATH": "\(folder.path):/usr/bin:/bin"] }

    /// An engine that hears `text` in everything.
    init(hearing text: String = "hello world") async throws {
        try await install("#!/bin/sh\n. \"$0.script\"\n")
        act("say '\(text)'; through")
    }

    /// Makes the program anew.
    ///
    /// It is written by a child that has ended: what any process holds open for writing cannot be executed.
    func install(_ text: String, mode: String = "755") async throws {
        let result = try await Subprocess.run("/bin/sh", ["-c", "rm -rf \"$1\"; printf %s \"$2\" > \"$1\" && chmod \(mode) \"$1\"", "sh", program, text])
        guard result.code == 0 else { throw DeskError(result.errors) }
    }

    /// Has it do this from now on.
    ///
    /// - Parameter script: lines for the shell. `say TEXT` prints what the engine hears, `through` that it is through; `$marks` is a folder to leave marks in.
    func act(_ script: String) {
        write(
            """
            marks='\(folder.path)'
            say() { printf '%s\\n<s> 0.000 99.000 1.000\\n' "$1"; }
            through() { echo 'INFO: ngram_search.c: TOTAL bestpath 0.01 CPU' >&2; }
            echo $$ > "$marks/pid"
            \(script)

            """, to: "\(program).script")
    }

    /// The process that runs, or ran last.
    var process: pid_t? { pid_t(read(folder.file("pid")).prefix { $0 != "\n" }) }

    /// Waits until that process is gone.
    ///
    /// - Returns: how long that took; nil when it did not go within `limit`.
    func gone(within limit: Duration) async throws -> Duration? {
        guard let process else { throw DeskError("the engine was never started") }
        return try await IntegrationTests.gone(process, within: limit)
    }
}

/// Waits until a process is gone; one that has ended, and is left to be reaped by whoever inherited it, is.
///
/// - Returns: how long that took; nil when it did not go within `limit`.
func gone(_ process: pid_t, within limit: Duration) async throws -> Duration? {
    let clock = ContinuousClock()
    let start = clock.now
    while let state = read("/proc/\(process)/stat").split(separator: ") ").last?.first, state != "Z" {
        guard clock.now - start < limit else { return nil }
        try await LoopTimer.sleep(for: .milliseconds(10))
    }
    return clock.now - start
}

/// Writes a file anew.
func write(_ text: String, to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(file >= 0, "\(path) cannot be written")
    defer { close(file) }
    _ = Glibc.write(file, text, text.utf8.count)
}

/// The text of a file; empty when it cannot be read.
func read(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    return String(unsafeUninitializedCapacity: 65_536) { max(0, Glibc.read(file, $0.baseAddress, $0.count)) }
}
