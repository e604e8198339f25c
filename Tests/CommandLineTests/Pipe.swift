// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A pipe whose both ends the test holds.
@LoopActor
final class Pipe {
    let writer: Int32
    private(set) var reader: Int32
    private var rest = ""

    init() {
        (reader, writer) = closeOnExecPipe()
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    }

    /// Closes the end that is written to, and returns all that was written.
    func finish() -> String {
        close(writer)
        var text = rest
        while let more = readSome() { text += more }
        closeReader()
        return text
    }

    func closeReader() {
        close(reader)
        reader = -1
    }

    /// Waits for the next line, without its end.
    func line() async -> String {
        while !rest.contains("\n") {
            await withCheckedContinuation { continuation in
                var watch: DescriptorWatch?
                watch = DescriptorWatch(reader, for: .readable) { _ in
                    watch?.cancel()
                    continuation.resume()
                }
            }
            if let more = readSome() { rest += more }
        }
        let parts = rest.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        rest = String(parts[1])
        return String(parts[0])
    }

    private func readSome() -> String? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(reader, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
