// SPDX-License-Identifier: MIT

internal import EventLoop

/// What stands on the desktop, in a file: read once, and written after each change by a thread that may wait for the disk.
@LoopActor
final class RecordKeeper {
    /// What was written last, by this recorder or the one before.
    private(set) var records: [NotificationRecord] = []
    private let path: String
    private let worker = WorkerThread(name: "notifications")
    private var isLoaded = false

    /// The keeper of the file at `path`.
    init(_ path: String) { self.path = path }

    /// Reads what the recorder before has left; does nothing the second time.
    func load() async {
        guard !isLoaded else { return }
        isLoaded = true
        let left = await worker.run { [path] in NotificationRecordFile.read(path) }
        // What was shown meanwhile is not forgotten.
        records += left
    }

    /// Writes `records` down.
    func keep(_ records: [NotificationRecord]) {
        guard records != self.records else { return }
        self.records = records
        worker.enqueue { [path] in NotificationRecordFile.write(records, to: path) }
    }

    /// Waits until all is written.
    func written() async { await worker.run {} }
}
