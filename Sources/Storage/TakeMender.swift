// SPDX-License-Identifier: MIT

internal import EventLoop

/// Reads and mends torn audio on a thread of its own, which lasts as long as its work: the store's thread has new takes to look after.
actor TakeMender {
    private let worker = WorkerThread(name: "mending")

    /// The thread.
    nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    /// Makes the open audio of `folder` whole.
    ///
    /// - Returns: its length; nil when it is unknown.
    func mend(_ folder: TakeFolder) throws(FileError) -> Duration? { try folder.mendAudio() }
}
