// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// A client that speaks to a bus byte by byte, on a thread of its own.
final class RawClient: Sendable {
    enum Answer: Equatable {
        case reply(signature: String)
        case error(String)
        case closed
    }

    private let socket: Int32
    private let thread = WorkerThread(name: "raw client")

    /// Connects, authenticates and says hello.
    init(_ bus: PrivateBus) async throws {
        let path = bus.socketPath
        socket = await thread.run {
            let socket = RawSocket.join(path)
            // The answer, and NameAcquired.
            _ = RawSocket.readMessage(from: socket)
            _ = RawSocket.readMessage(from: socket)
            return socket
        }
    }

    func write(_ bytes: [UInt8]) { RawSocket.write(bytes, to: socket) }

    func close() { Glibc.close(socket) }

    /// Calls a method without naming its interface.
    func call(_ member: String, on path: String, at destination: String) async throws -> Answer {
        let socket = socket
        return await thread.run {
            var message = RawMessage(call: member, on: path, at: destination)
            message.serial = 5
            RawSocket.write(message.bytes, to: socket)
            guard let answer = RawSocket.readMessage(from: socket) else { return .closed }
            return answer.type == 2 ? .reply(signature: answer.text(of: 8)) : .error(answer.text(of: 4))
        }
    }
}
