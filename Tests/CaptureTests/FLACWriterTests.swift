// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Capture

@Suite("FLACWriter", .timeLimit(.minutes(1)))
struct FLACWriterTests {
    private let folder = ScratchFolder()
    private var path: String { folder.file("take.flac") }

    /// Holds a thread until it is opened.
    private final class Gate: @unchecked Sendable {
        // Safety: a POSIX semaphore at a fixed address is made for this.
        private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        init() { sem_init(semaphore, 0, 0) }
        func open() { sem_post(semaphore) }
        func wait() { sem_wait(semaphore) }
    }

    private func seconds(_ count: Int, to writer: FLACWriter) async {
        let fragment = SoundComparison.tone(seconds: 0.1)
        await Loop.shared.task {
            for _ in 0..<(count * 10) {
                fragment.withUnsafeBufferPointer { writer.append($0) }
            }
        }.value
    }

    @Test
    func `a disk that stalls for 40 s costs nothing, and nobody waits for it`() async throws {
        let gate = Gate()
        let writer = try await onLoop { [path] in
            let writer = FLACWriter(path) { Issue.record("\($0)") }
            try await writer.create(by: .after(.seconds(3)))
            writer.disk.perform { _ in gate.wait() }
            return writer
        }
        await seconds(40, to: writer)
        #expect(size(of: path) == 0)
        gate.open()
        #expect(try await writer.close() == 40 * 48_000)
        #expect(try await SoundComparison.decode(path).count == 40 * 48_000)
    }

    @Test
    func `a disk that does not answer for more than a minute is given up, and what it was given before is safe`() async throws {
        let gate = Gate()
        let reports = AsyncStream.makeStream(of: FLACWriter.Report.self)
        let writer = try await onLoop { [path] in
            let writer = FLACWriter(path) { reports.continuation.yield($0) }
            try await writer.create(by: .after(.seconds(3)))
            return writer
        }
        await seconds(7, to: writer)
        try await writer.settle(by: .after(.seconds(9)))
        await onDiskWait(writer, gate)
        await seconds(70, to: writer)
        var iterator = reports.stream.makeAsyncIterator()
        guard case .failed(let error, let frames) = await iterator.next(isolation: #isolation) else {
            Issue.record("no failure was reported")
            return
        }
        #expect(error.name == .storageFailed)
        #expect(frames == 7 * 48_000)
        gate.open()
        let held = try await writer.close()
        #expect(held >= 60 * 48_000)
        #expect(held < 70 * 48_000)
    }

    private func onDiskWait(_ writer: FLACWriter, _ gate: Gate) async {
        await Loop.shared.task { writer.disk.perform { _ in gate.wait() } }.value
    }

    @Test
    func `what was recorded reaches the disk within a second without being asked for`() async throws {
        let writer = try await onLoop { [path] in
            let writer = FLACWriter(path) { Issue.record("\($0)") }
            try await writer.create(by: .after(.seconds(3)))
            return writer
        }
        await seconds(10, to: writer)
        // What the thread was given before this is written when this is done.
        await withCheckedContinuation { continuation in
            Loop.shared.enqueue { writer.disk.perform { _ in continuation.resume() } }
        }
        let onDisk = try await SoundComparison.decode(path).count
        #expect(onDisk > 9 * 48_000)
        await writer.abandon(by: .after(.seconds(3)))
        #expect(folder.names.isEmpty)
    }

    @Test
    func `a disk that does not even create the file is given up in time`() async throws {
        let gate = Gate()
        try await onLoop { [path] in
            let writer = FLACWriter(path) { Issue.record("\($0)") }
            writer.disk.perform { _ in gate.wait() }
            await #expect(throws: RecordingError.self) { try await writer.create(by: .after(.milliseconds(10))) }
            await writer.abandon(by: .after(.milliseconds(10)))
            gate.open()
            // The thread has created the file by now, and deleted it.
            _ = try await writer.close()
        }
        #expect(folder.names.isEmpty)
    }

    @Test
    func `C105: killed after 300 s, the file can be read but for the last second as it lies there`() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let writer = try await onLoop {
                let writer = FLACWriter(path) { Issue.record("\($0)") }
                try await writer.create(by: .after(.seconds(3)))
                return writer
            }
            let piece = SoundComparison.noise(seconds: 0.1)
            for _ in 0..<300 {
                try await onLoop {
                    for _ in 0..<10 { piece.withUnsafeBufferPointer { writer.append($0) } }
                    try await writer.settle(by: .after(.seconds(20)))
                }
            }
            kill(getpid(), SIGKILL)
        }
        let frames = try await SoundComparison.decode(path).count
        #expect(frames > 299 * 48_000)
        print("kill: after 300 s of sound \(300_000 - frames / 48) ms are lost")
    }

    private func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : -1
    }
}
