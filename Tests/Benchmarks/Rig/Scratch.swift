// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// The folders of the benchmark that runs: they stay until it is over, whoever still holds them.
@LoopActor
enum Scratch {
    private static var folders: [ScratchFolder] = []

    /// Makes one.
    static func make() -> ScratchFolder {
        let folder = ScratchFolder()
        folders.append(folder)
        return folder
    }

    /// Removes all of them.
    static func removeAll() { folders = [] }
}
