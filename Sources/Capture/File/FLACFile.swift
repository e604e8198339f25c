// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Logging
internal import SoundFiles
internal import Synchronization

/// The side of a ``FLACWriter`` that touches the disk, on a thread of its own.
actor FLACFile {
    /// Ten minutes of sound no encoder can make smaller: below this the user is warned.
    private static let lowSpace = Int64(600 * SoundFormat.rate * SoundFormat.bytesPerFrame)
    /// A quarter of a minute of it: below this no take is begun.
    private static let leastSpace = Int64(15 * SoundFormat.rate * SoundFormat.bytesPerFrame)

    private nonisolated let thread = WorkerThread(name: "sound file")
    private nonisolated let path: String
    private nonisolated let report: @LoopActor (FLACWriter.Report) -> Void
    private nonisolated let written = Atomic<Int64>(0)
    private var file: SoundFileWriter?
    private var failure: SoundFileError?
    private var isSpaceLow = false

    /// The thread.
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Frames the file has taken; may be read from any thread.
    nonisolated var writtenFrames: Int64 { written.load(ordering: .relaxed) }

    init(_ path: String, report: @escaping @LoopActor (FLACWriter.Report) -> Void) {
        self.path = path
        self.report = report
    }

    /// Runs `body` on the thread after all that was handed over before.
    nonisolated func perform(_ body: @escaping @Sendable (isolated FLACFile) -> Void) {
        thread.enqueue { self.assumeIsolated { body($0) } }
    }

    func create() throws(SoundFileError) {
        let file = try SoundFileWriter(creating: path, .flac)
        self.file = file
        if let space = file.freeBytes, space < Self.leastSpace { throw .noSpace(path: path) }
    }

    func write(_ samples: [Int16], andSync isSync: Bool) {
        guard let file, failure == nil else { return }
        do throws(SoundFileError) {
            try samples.withUnsafeBufferPointer { (buffer) throws(SoundFileError) in try file.write(buffer) }
            written.add(Int64(samples.count), ordering: .relaxed)
            if isSync { try sync(file) }
        } catch {
            fail(error, safeFrames: file.safeFrames)
        }
    }

    func throwFailure() throws(SoundFileError) {
        if let failure { throw failure }
    }

    func close() throws(SoundFileError) -> Int64 {
        guard let file else { return 0 }
        self.file = nil
        return try file.close()
    }

    func abandon() {
        file?.abandon()
        file = nil
    }

    private func sync(_ file: SoundFileWriter) throws(SoundFileError) {
        let restorations = file.restorations
        try file.sync()
        if file.restorations > restorations { log.warning("\(path) was deleted while it was being recorded, and was written anew") }
        guard let space = file.freeBytes, (space < Self.lowSpace) != isSpaceLow else { return }
        isSpaceLow.toggle()
        tell(.spaceIsLow(isSpaceLow ? .seconds(space / Int64(SoundFormat.rate * SoundFormat.bytesPerFrame)) : nil))
    }

    private func fail(_ error: SoundFileError, safeFrames: Int64) {
        failure = error
        // Of a file that was deleted nothing is safe.
        let frames = if case .removed = error { Int64(0) } else { safeFrames }
        tell(.failed(RecordingError(error), safeFrames: frames))
    }

    private func tell(_ fact: FLACWriter.Report) {
        Loop.shared.enqueue { [report] in report(fact) }
    }
}
