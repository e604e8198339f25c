// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import SoundFiles

/// Writes a take's audio without ever letting the capture wait for the disk.
///
/// Frames are gathered and handed to a thread, which encodes and writes them: each 0.7 s, with a sync, and at each quarter of that, without. So the thread wakes six times a second. A
/// crash of the process costs a quarter of the interval and a power cut a whole one, with the encoder's block (0.09 s) and the fragment under way (0.1 s): less than 0.4 s, less than 0.9 s.
///
/// When the disk stalls, what was handed over waits in memory: up to a minute of audio, 5.8 MB.
@LoopActor
final class FLACWriter {
    /// What the thread has to say.
    enum Report: Sendable {
        /// The file takes no more; this many frames of it are safe.
        case failed(RecordingError, safeFrames: Int64)
        /// The disk is nearly full: there is room for so much sound at least; nil when it is no longer.
        case spaceIsLow(Duration?)
    }

    private static let syncInterval = SoundFormat.rate * 7 / 10
    private static let backlogLimit = Int64(60 * SoundFormat.rate)

    private let path: String
    let disk: FLACFile
    private let report: @LoopActor (Report) -> Void
    private var pending: [Int16] = []
    private var handedOver: Int64 = 0
    private var unsynced = 0
    private var isStuck = false

    /// A writer of a file that does not exist yet; nothing is done before ``create(by:)``.
    init(_ path: String, report: @escaping @LoopActor (Report) -> Void) {
        self.path = path
        self.report = report
        disk = FLACFile(path, report: report)
    }

    /// Creates the file.
    func create(by deadline: MonotonicTime) async throws(RecordingError) {
        try await onDisk { (disk) throws(SoundFileError) in try disk.create() }.value(by: deadline, else: .diskSilent(path))
    }

    /// Takes frames; they are on their way to the disk once there are enough of them.
    func append(_ frames: UnsafeBufferPointer<Int16>) {
        guard !isStuck else { return }
        pending.append(contentsOf: frames)
        if unsynced + pending.count >= Self.syncInterval {
            flush()
        } else if pending.count >= Self.syncInterval / 4 {
            handOver()
        }
    }

    /// Sends all frames on their way and has them synced, without waiting.
    func flush() {
        handOver(andSync: true)
    }

    /// Waits until the file has taken all frames.
    func settle(by deadline: MonotonicTime) async throws(RecordingError) {
        handOver()
        try await onDisk { (disk) throws(SoundFileError) in try disk.throwFailure() }.value(by: deadline, else: .diskSilent(path))
    }

    /// Closes the file, however long the disk takes: all of it is durable then.
    ///
    /// - Returns: the frames it holds.
    func close() async throws(RecordingError) -> Int64 {
        handOver()
        return try await onDisk { (disk) throws(SoundFileError) in try disk.close() }.value()
    }

    /// Closes the file and deletes it; waits for that until `deadline`.
    func abandon(by deadline: MonotonicTime) async {
        _ = try? await onDisk { $0.abandon() }.value(by: deadline, else: .diskSilent(path))
    }

    private func handOver(andSync isSync: Bool = false) {
        guard !isStuck else { return }
        guard handedOver - disk.writtenFrames < Self.backlogLimit else {
            isStuck = true
            pending = []
            report(.failed(.diskSilent(path), safeFrames: disk.writtenFrames))
            return
        }
        let batch = pending
        pending = []
        pending.reserveCapacity(batch.count)
        handedOver += Int64(batch.count)
        unsynced = isSync ? 0 : unsynced + batch.count
        disk.perform { $0.write(batch, andSync: isSync) }
    }

    private func onDisk<Value: Sendable>(_ body: @escaping @Sendable (isolated FLACFile) throws(SoundFileError) -> Value) -> Reply<Value> {
        let reply = Reply<Value>()
        disk.perform { disk in
            let result: Result<Value, RecordingError>
            do throws(SoundFileError) { result = .success(try body(disk)) } catch { result = .failure(RecordingError(error)) }
            Loop.shared.enqueue { reply.resolve(result) }
        }
        return reply
    }
}
