// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A program in C that the recorder is compared with, or that measures; built from its source when it is first wanted.
@LoopActor
enum Peer: String {
    case serviceOnLibdbus = "service-libdbus"
    case serviceOnGDBus = "service-gdbus"
    case serviceOnSDBus = "service-sdbus"
    case toggleClient = "toggle-client"
    case stopwatch

    private static let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Peers"
    private static let products = Subprocess.product("benchmark-peers")
    private static var built: [Peer: String] = [:]

    private var library: (module: String, package: String) {
        switch self {
        case .serviceOnGDBus: ("gio-2.0", "libglib2.0-dev")
        case .serviceOnSDBus: ("libsystemd", "libsystemd-dev")
        case .serviceOnLibdbus, .toggleClient, .stopwatch: ("dbus-1", "libdbus-1-dev")
        }
    }

    /// The path of the program.
    func build() async throws -> String {
        if let path = Self.built[self] { return path }
        let flags: [String]
        do {
            flags = try await Child.run(["pkg-config", "--cflags", "--libs", library.module]).output.split { $0.isWhitespace }.map(String.init)
        } catch let error as SubprocessError {
            throw error
        } catch {
            throw Failure("\(library.package) is missing: apt-get install pkg-config \(library.package)")
        }
        mkdir(Self.products, 0o700)
        let path = "\(Self.products)/\(rawValue)"
        try await Child.run(["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", path, "\(Self.folder)/\(rawValue).c"] + flags)
        Self.built[self] = path
        return path
    }
}
