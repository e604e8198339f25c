// SPDX-License-Identifier: MIT

import Glibc

/// What libFuzzer calls, in a build for it, and what calls it.
///
/// It brings a `main` of its own, and so do we: which of them a linker takes when it is told to take either doesn't matter.
enum LibFuzzer {
    private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private typealias Driver = @convention(c) (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Arguments>, @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32) -> Int32

    // Safety: set once, before the first input, on the one thread that libFuzzer has.
    nonisolated(unsafe) fileprivate static var reader = FuzzedReader.all[0]

    /// Becomes libFuzzer, if this is a build for it.
    static func runIfLinked() {
        guard let driver = dlsym(nil, "LLVMFuzzerRunDriver") else { return }
        var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
        exit(unsafeBitCast(driver, to: Driver.self)(&count, &arguments, testOneInput))
    }
}

@_cdecl("LLVMFuzzerInitialize")
func initializeLibFuzzer(_ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>) -> Int32 {
    for case let argument? in (0..<Int(count.pointee)).map({ arguments.pointee[$0] }) {
        let words = String(cString: argument).split(separator: "=", maxSplits: 1)
        guard words.count == 2, words[0] == "--only" else { continue }
        guard let chosen = FuzzedReader.all.first(where: { $0.name == words[1] }) else { preconditionFailure("there is no reader “\(words[1])”") }
        LibFuzzer.reader = chosen
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    LibFuzzer.reader.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
