// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A speech engine that never ends by itself: a program of PocketSphinx's name, to be found before the real one.
@LoopActor
final class EndlessEngine {
    private static let program = "pocketsphinx_continuous"

    private let folder = Scratch.make()
    private let honoursTerm: Bool

    /// - Parameter honoursTerm: whether it ends when it is asked to, or must be killed.
    init(honoursTerm: Bool) { self.honoursTerm = honoursTerm }

    /// The search path with which a recorder finds it.
    func path() throws -> String {
        guard access("/usr/share/pocketsphinx/model/en-us", R_OK) == 0 else { throw Failure("The recorder finds no engine: apt-get install pocketsphinx-en-us") }
        let note = folder.file("process")
        let script = """
            #!/bin/sh
            \(honoursTerm ? "" : "trap '' TERM")
            echo $$ >'\(note).new' && mv '\(note).new' '\(note)'
            while :; do sleep 1000; done
            """
        try TextFile.write(script, to: folder.file(Self.program), mode: 0o700)
        return "\(folder.path):\(getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")"
    }

    /// The process id of the engine that was started last; nil before.
    var process: Int32? { TextFile.read(folder.file("process")).flatMap { Int32($0.prefix { $0 != "\n" }) } }

    /// Forgets it: the next engine is another process.
    func forget() { unlink(folder.file("process")) }
}
