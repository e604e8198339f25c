// SPDX-License-Identifier: MIT

internal import Glibc

/// The environment of this process, as a value.
public enum ProcessEnvironment {
    /// All variables the process was started with, but for those that are not UTF-8.
    ///
    /// Read from proc(5): the C library's `environ` is a variable that any code may change meanwhile.
    public static var all: [String: String] {
        let descriptor = open("/proc/self/environ", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [:] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        let pairs = bytes.split(separator: 0).compactMap { entry -> (String, String)? in
            guard let text = String(validating: entry, as: UTF8.self), let equals = text.firstIndex(of: "=") else { return nil }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The variables of `names` that are set.
    ///
    /// One that is not UTF-8 counts as unset: a path made of a repaired spelling would name something else.
    public static func values(of names: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            values[name] = getenv(name).flatMap { String(validatingCString: $0) }
        }
        return values
    }
}
