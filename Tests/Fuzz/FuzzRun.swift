// SPDX-License-Identifier: MIT

import EventLoop
import Glibc

/// One reader, and inputs until the time is over.
///
/// An input that stops the process is left in a file, `crash-NAME`, in the current folder.
struct FuzzRun {
    /// How long the slowest reading may take; much more than any needs here, much less than a person would notice.
    private static let longest = Duration.seconds(2)

    private let reader: FuzzedReader
    private(set) var inputs = 0
    private(set) var slowest = Duration.zero

    init(_ reader: FuzzedReader) { self.reader = reader }

    /// Has the reader read its seeds and what is made of them, for some seconds.
    mutating func perform(seconds: Int, seed: UInt64) {
        let seeds = Corpus.seeds(of: reader)
        for input in seeds { read(input) }
        var mutation = Mutation(of: seeds, seed: seed)
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end { read(mutation.next()) }
    }

    /// Has the reader read one input.
    mutating func read(_ input: [UInt8]) {
        LastInput.keep(input)
        let time = ContinuousClock().measure { reader.read(input) }
        insist(time < Self.longest, "\(input.count) bytes were read for \(time)")
        slowest = max(slowest, time)
        inputs += 1
    }
}

/// The input that is being read, to be written to a file by the signal that ends the process.
enum LastInput {
    // Safety: one thread reads inputs, and the handler runs on it.
    nonisolated(unsafe) private static var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    nonisolated(unsafe) private static var count = 0
    nonisolated(unsafe) private static var path: [CChar] = []

    /// Has inputs of `reader` be left in a file.
    static func leave(_ reader: FuzzedReader) {
        path = Array("crash-\(reader.name)".utf8CString)
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
            signal(number) { number in
                LastInput.write()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    static func keep(_ input: [UInt8]) {
        count = min(input.count, bytes.count)
        bytes.copyBytes(from: input.prefix(count))
    }

    private static func write() {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        _ = Glibc.write(file, bytes.baseAddress, count)
        close(file)
    }
}
