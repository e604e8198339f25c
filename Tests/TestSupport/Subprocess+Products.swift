// SPDX-License-Identifier: MIT

internal import Glibc

extension Subprocess {
    /// The path of a program this package builds, in the configuration the tests were built in.
    public nonisolated static func product(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let tests = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
    }
}
