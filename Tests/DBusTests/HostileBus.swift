// SPDX-License-Identifier: MIT

import EventLoop
import Glibc

/// A listener that behaves like a bus up to a point, and then says what a test wants it to say.
final class HostileBus: Sendable {
    let folder: String
    private let listener: Int32
    private let thread = WorkerThread(name: "hostile bus")

    var address: String { "unix:path=\(folder)/bus" }

    init() {
        var template = Array("/tmp/tallylight-hostile-XXXXXX".utf8CString)
        folder = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
        listener = RawSocket.listen(at: "\(folder)/bus")
    }

    /// Lets one client in as a bus does, hears its `Hello`, answers with `bytes` and closes when the client does.
    ///
    /// - Parameter subscription: what follows once the client has asked for signals and was told that it gets them.
    func serve(_ bytes: [UInt8], afterSubscription subscription: [UInt8] = []) {
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
    func welcome(_ client: Int32, _ bytes: [UInt8] = RawMessage.welcome().bytes) -> Bool {
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

    /// Lets one client in, does `body`, and waits until the client is gone.
    func serve(_ body: @escaping @Sendable (Int32) -> Void) {
        let listener = listener
        thread.enqueue {
            let client = accept(listener, nil, nil)
            body(client)
            while RawSocket.read(1, from: client) != nil {}
            close(client)
        }
    }

    /// Waits until every client that was served is gone, and removes the socket.
    func finish() async {
        await thread.run {}
        close(listener)
        unlink("\(folder)/bus")
        rmdir(folder)
    }
}
