// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A client of a bus that calls, and reads no answer.
final class DeafClient: Sendable {
    private let socket: Int32
    private let thread = WorkerThread(name: "deaf client")

    /// Connects, authenticates and says hello; what comes back then is the last it reads.
    init(_ bus: PrivateBus) async throws {
        let socket = RawSocket.connect(to: bus.socketPath)
        self.socket = socket
        await thread.run {
            let uid = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
            RawSocket.write(Array("\0AUTH EXTERNAL \(uid)\r\n".utf8), to: socket)
            _ = RawSocket.readLine(from: socket)
            RawSocket.write(Array("BEGIN\r\n".utf8), to: socket)
            RawSocket.write(RawMessage(call: "Hello", on: "/org/freedesktop/DBus", of: "org.freedesktop.DBus", at: "org.freedesktop.DBus").bytes, to: socket)
            _ = RawSocket.readMessage(from: socket)
        }
    }

    /// Calls a method without arguments so often; returns when the bus has taken the calls.
    func call(_ member: String, on path: String, at destination: String, times: UInt32) async {
        let socket = socket
        await thread.run {
            var message = RawMessage(call: member, on: path, at: destination)
            for serial in 0..<times {
                message.serial = serial + 2
                RawSocket.write(message.bytes, to: socket)
            }
        }
    }

    func close() { Glibc.close(socket) }
}
