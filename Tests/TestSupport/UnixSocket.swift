// SPDX-License-Identifier: MIT

internal import Glibc

/// A Unix socket, as plain as the system has it.
public struct UnixSocket: Sendable {
    /// The socket's path.
    public let path: String
    private let descriptor: Int32

    /// Listens at `path` for clients that nobody ever answers.
    public init(listeningAt path: String) {
        self.init(path) { Glibc.bind($0, $1, $2) == 0 && listen($0, 8) == 0 }
    }

    /// Connects to the server at `path`.
    public init(connectingTo path: String) {
        self.init(path) { Glibc.connect($0, $1, $2) == 0 }
    }

    private init(_ path: String, _ open: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool) {
        self.path = path
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isOpen = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { open(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        precondition(isOpen, "no socket could be opened at \(path): errno \(errno)")
    }

    /// Writes a text.
    public func write(_ text: String) {
        _ = Glibc.write(descriptor, text, text.utf8.count)
    }

    /// Closes it.
    public func close() {
        Glibc.close(descriptor)
    }
}
