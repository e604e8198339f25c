// SPDX-License-Identifier: MIT

import EventLoop
import Glibc

/// A program of the desktop that is run to its end, as a script would.
struct Tool: Sendable {
    /// Everything it printed, errors too.
    let output: String
    /// Its exit code.
    let code: Int32

    /// Runs `command` in a shell, on the bus at `address`.
    static func run(_ command: String, on address: String) async -> Tool {
        await WorkerThread(name: "tool").run {
            let quoted = address.replacing("'", with: "'\\''")
            guard let pipe = popen("export DBUS_SESSION_BUS_ADDRESS='\(quoted)' LC_ALL=C.UTF-8; { \(command); } 2>&1", "r") else { return Tool(output: "", code: -1) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = fread(&buffer, 1, buffer.count, pipe)
                guard count > 0 else { break }
                bytes += buffer[..<count]
            }
            let status = pclose(pipe)
            return Tool(output: String(decoding: bytes, as: UTF8.self), code: status >> 8 & 0xff)
        }
    }
}
