// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// Stops a process after each of its calls that change a file system.
///
/// strace delivers the signal that stops it: by then the call is done, and no other thread goes on.
@LoopActor
final class StepTracer {
    private static let calls = "openat,mkdir,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,fsync,fdatasync,ftruncate,utimensat,chmod,fchmod"

    private let process: Int32
    private let folder = ScratchFolder()
    private let tracer: Subprocess
    private var descriptor: Int32 = -1
    private var rest: [UInt8] = []
    private var lines: [Substring] = []
    /// What threads have called since they were stopped last, and what they are in the middle of.
    private var called: [Int32: String] = [:]
    private var begun: [Int32: String] = [:]

    /// Attaches to a process.
    init(_ process: Int32) async throws {
        self.process = process
        let arguments = ["-f", "-y", "-s", "200", "-o", folder.file("trace"), "-e", "trace=\(Self.calls)", "-e", "inject=\(Self.calls):signal=STOP", "-p", "\(process)"]
        tracer = try await Subprocess.start("/usr/bin/strace", arguments)
        try await tracer.errors(containing: "attached")
        descriptor = open(folder.file("trace"), O_RDONLY | O_CLOEXEC)
    }

    isolated deinit { close(descriptor) }

    /// The calls the process has just made, when it stands still; nil when it has ended, or `isOver` says so in the meantime.
    func next(unless isOver: () -> Bool) async throws -> [String]? {
        while true {
            while !lines.isEmpty {
                switch take(lines.removeFirst()) {
                case .stopped(let thread) where isOurs(thread):
                    guard called[thread] != nil else { continue }
                    try await standStill()
                    while !lines.isEmpty || read() { if !lines.isEmpty { _ = take(lines.removeFirst()) } }
                    defer { called = [:] }
                    return Array(called.values)
                // A child of the process: an engine.
                case .stopped(let thread): kill(thread, SIGCONT)
                case .ended: return nil
                case .other: break
                }
            }
            if read() { continue }
            if isOver() { return nil }
            try await LoopTimer.sleep(for: .milliseconds(2))
        }
    }

    /// Lets the process go on.
    func resume() { kill(process, SIGCONT) }

    /// Lets go of the process.
    func detach() async throws {
        tracer.send(SIGTERM)
        _ = try await tracer.finish()
        resume()
    }

    private enum Line { case stopped(Int32), ended, other }

    private func take(_ line: Substring) -> Line {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let thread = Int32(words[0]) else { return .other }
        var text = String(words[1]).trimmed
        if text.hasPrefix("--- stopped by SIGSTOP") { return .stopped(thread) }
        if text.hasPrefix("+++") { return thread == process ? .ended : .other }
        if text.hasPrefix("---") { return .other }
        if text.hasSuffix("<unfinished ...>") {
            begun[thread] = String(text.dropLast("<unfinished ...>".count))
            return .other
        }
        if text.hasPrefix("<... "), let end = text.firstRange(of: "resumed>") {
            text = (begun.removeValue(forKey: thread) ?? "") + text[end.upperBound...]
        }
        called[thread] = text
        return .other
    }

    private func isOurs(_ thread: Int32) -> Bool { access("/proc/\(process)/task/\(thread)", F_OK) == 0 }

    /// Waits until no thread of the process can do anything more.
    private func standStill() async throws {
        var looks = 0
        while looks < 2 {
            try await LoopTimer.sleep(for: .milliseconds(2))
            let threads = ScratchFolder.names(in: "/proc/\(process)/task").map { state("/proc/\(process)/task/\($0)/stat") }
            looks = threads.allSatisfy { "tTZX".contains($0) } && state("/proc/\(tracer.identifier)/stat") == "S" ? looks + 1 : 0
        }
    }

    private func state(_ path: String) -> Character {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "X" }
        defer { close(file) }
        let text = String(unsafeUninitializedCapacity: 512) { max(0, Glibc.read(file, $0.baseAddress, $0.count)) }
        guard let bracket = text.lastIndex(of: ")") else { return "X" }
        return text[bracket...].dropFirst(2).first ?? "X"
    }

    /// Reads what strace has written meanwhile.
    private func read() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return false }
        rest += chunk[..<count]
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return true }
        lines += String(decoding: rest[..<end], as: UTF8.self).split(separator: "\n")
        rest.removeFirst(end + 1)
        return true
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
