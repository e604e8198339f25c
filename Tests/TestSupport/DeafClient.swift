// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// A client of a bus that says what it likes, and reads no answer.
package final class DeafClient: Sendable {
    private let socket: Int32
    private let thread = WorkerThread(name: "deaf client")

    /// Connects, authenticates and says hello; what comes back then is the last it reads.
    package init(_ bus: PrivateBus) async throws {
        let path = bus.socketPath
        socket = await thread.run {
            let socket = RawSocket.join(path)
            _ = RawSocket.readMessage(from: socket)
            return socket
        }
    }

    /// Calls a method without arguments so often; returns when the bus has taken the calls.
    package func call(_ member: String, on path: String, at destination: String, times: UInt32) async {
        let socket = socket
        await thread.run {
            var message = RawMessage(call: member, on: path, at: destination)
            for serial in 0..<times {
                message.serial = serial + 2
                RawSocket.write(message.bytes, to: socket)
            }
        }
    }

    /// Sends messages as they are; returns when the bus has taken them.
    package func send(_ messages: [RawMessage]) async {
        let socket = socket
        await thread.run { RawSocket.write(messages.flatMap(\.bytes), to: socket) }
    }

    package func close() { Glibc.close(socket) }
}
