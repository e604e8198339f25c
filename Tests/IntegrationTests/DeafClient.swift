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
        let path = bus.socketPath
        socket = await thread.run {
            let socket = RawSocket.join(path)
            _ = RawSocket.readMessage(from: socket)
            return socket
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
