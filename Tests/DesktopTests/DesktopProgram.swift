// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// A program of a desktop, and the Debian package that has it.
struct DesktopProgram: Sendable {
    /// Its absolute path.
    let path: String
    /// The package's name.
    let package: String

    init(_ path: String, package: String) {
        self.path = path
        self.package = package
    }

    /// The program that a service file of the session bus starts, wherever this machine's architecture has it.
    init(service: String, package: String) throws {
        let file = "/usr/share/dbus-1/services/\(service).service"
        let line = Self.lines(of: file).first { $0.hasPrefix("Exec=") }
        self.init(line.map { String($0.dropFirst("Exec=".count)) } ?? file, package: package)
        try check()
    }

    /// Starts it.
    func start(_ arguments: [String] = [], environment: [String: String]) async throws -> Subprocess {
        try check()
        return try await Subprocess.start(path, arguments, environment: environment)
    }

    /// Runs it to its end, which must be a success.
    @discardableResult
    func run(_ arguments: [String], environment: [String: String]) async throws -> SubprocessResult {
        try check()
        let result = try await Subprocess.run(path, arguments, environment: environment)
        guard result.code == 0 else { throw DeskError("\(path) \(arguments.joined(separator: " ")) ended with \(result.ending): \(result.errors)") }
        return result
    }

    /// Says which package is missing, if it is.
    func check() throws {
        guard access(path, R_OK) == 0 else { throw DeskError("\(path) is missing. Install the Debian package \(package).") }
    }

    private static func lines(of path: String) -> [Substring] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        let text = String(unsafeUninitializedCapacity: 4096) { max(Glibc.read(file, $0.baseAddress, $0.count), 0) }
        return text.split(separator: "\n")
    }
}
