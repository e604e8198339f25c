// SPDX-License-Identifier: MIT

internal import Glibc

/// A shell script in the place of PocketSphinx, for takes whose text isn't the point.
///
/// It is found on the `PATH` of a desk, prints what the engine would, and can be held until it is told to go on.
package final class StandInEngine: Sendable {
    private let folder = ScratchFolder()

    /// What the environment of the desk needs.
    package var environment: [String: String] { ["PATH": "\(folder.path):/usr/bin:/bin"] }

    /// What the engine says.
    package static let words = "seven seals were stamped on great sheets"

    /// An engine that hears ``words`` in everything.
    package convenience init() { self.init("say '\(Self.words)'") }

    /// An engine that waits for ``release()`` before it hears ``words``.
    package static func held() -> StandInEngine { StandInEngine("await; say '\(words)'") }

    /// An engine of the lines of a script, in which `say TEXT` prints an utterance and `await` waits for ``release()``, or for the end of the test.
    package init(_ script: String) {
        let path = folder.file("pocketsphinx_continuous")
        let text = """
            #!/bin/sh
            # Of a take that is heard from its beginning to its end.
            for audio; do :; done
            end=$(($(stat -c %s "$audio") / 32000)).0
            say() { printf '%s\\n<s> 0.000 0.000 1.0\\n' "$1"; for word in $1; do echo "$word 0.000 $end 1.0"; done; echo 'INFO: TOTAL bestpath 0.1' >&2; }
            await() { while [ -d '\(folder.path)' ] && [ ! -e '\(folder.path)/go' ]; do sleep 0.05; done; }
            \(script)

            """
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
        _ = Glibc.write(file, text, text.utf8.count)
        close(file)
    }

    /// Has it wait again, if it is one that is held.
    package func hold() { unlink(folder.file("go")) }

    /// Lets it go on.
    package func release() { close(open(folder.file("go"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) }
}
