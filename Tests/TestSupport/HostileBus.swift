// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// A listener that behaves like a bus up to a point, and then says what a test wants it to say.
package final class HostileBus: Sendable {
    package let folder: String
    private let listener: Int32
    private let thread = WorkerThread(name: "hostile bus")

    package var address: String { "unix:path=\(folder)/bus" }

    package init() {
        var template = Array("/tmp/tallylight-hostile-XXXXXX".utf8CString)
        folder = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
        listener = RawSocket.listen(at: "\(folder)/bus")
    }

    /// Lets one client in as a bus does, hears its `Hello`, answers with `bytes` and closes when the client does.
    ///
    /// - Parameter subscription: what follows once the client has asked for signals and was told that it gets them.
    package func serve(_ bytes: [UInt8], afterSubscription subscription: [UInt8] = []) {
        serve { [self] client in
            guard welcome(client, bytes) else { return }
            if !subscription.isEmpty, RawSocket.readMessage(from: client) != nil {
                var acknowledgement = RawMessage(type: 2)
                acknowledgement.fields = [(5, "u", RawMessage.number(2)), (7, "s", RawMessage.string("org.freedesktop.DBus"))]
                RawSocket.write(acknowledgement.bytes + subscription, to: client)
            }
            shutdown(client, Int32(SHUT_WR))
        }
    }

    /// Authenticates a client, hears its `Hello` and answers with `bytes`; false when it has left.
    package func welcome(_ client: Int32, _ bytes: [UInt8] = RawMessage.welcome().bytes) -> Bool {
        _ = RawSocket.readLine(from: client)
        RawSocket.write(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8), to: client)
        guard let line = RawSocket.readLine(from: client) else { return false }
        if line.hasPrefix("NEGOTIATE") {
            RawSocket.write(Array("AGREE_UNIX_FD\r\n".utf8), to: client)
            _ = RawSocket.readLine(from: client)
        }
        guard RawSocket.readMessage(from: client) != nil else { return false }
        RawSocket.write(bytes, to: client)
        return true
    }

    /// Answers a call as a bus does that has no other client.
    package func obey(_ call: RawHeader, from client: Int32) {
        var answer = RawMessage(type: 2)
        answer.fields = [(5, "u", RawMessage.number(call.serial)), (7, "s", RawMessage.string("org.freedesktop.DBus"))]
        let isForBus = call.text(of: 6) == "org.freedesktop.DBus"
        switch call.text(of: 3) {
        case _ where !isForBus:
            answer.type = 3
            answer.fields.append((4, "s", RawMessage.string("org.freedesktop.DBus.Error.ServiceUnknown")))
        case "RequestName", "ReleaseName":
            answer.fields.append((8, "g", RawMessage.signature("u")))
            answer.body = RawMessage.number(1)
        case "GetNameOwner":
            answer.type = 3
            answer.fields.append((4, "s", RawMessage.string("org.freedesktop.DBus.Error.NameHasNoOwner")))
        default: break
        }
        RawSocket.write(answer.bytes, to: client)
    }

    /// Lets one client in, does `body`, and waits until the client is gone.
    package func serve(_ body: @escaping @Sendable (Int32) -> Void) {
        let listener = listener
        thread.enqueue {
            let client = accept(listener, nil, nil)
            // A client that hangs fails a test; it does not hang it.
            var limit = timeval(tv_sec: 30, tv_usec: 0)
            setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            body(client)
            while RawSocket.read(1, from: client) != nil {}
            close(client)
        }
    }

    /// Waits until every client that was served is gone, and removes the socket.
    package func finish() async {
        await thread.run {}
        close(listener)
        unlink("\(folder)/bus")
        rmdir(folder)
    }
}
