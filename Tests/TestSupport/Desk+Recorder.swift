// SPDX-License-Identifier: MIT

package import DBus
internal import EventLoop
internal import Glibc

/// What tests do with the recorder of a desk, whoever started it.
extension Desk {
    /// The recorder's object over `connection`.
    package func recorder(over connection: Connection) -> RemoteObject {
        RemoteObject("org.tallylight.Recorder1", on: "/org/tallylight/Recorder1", at: "org.tallylight.Recorder1", over: connection)
    }

    /// Runs `body` on the loop with a connection to the desk's bus.
    package func withConnection<Result: Sendable>(_ body: @escaping @LoopActor (Connection) async throws -> Result) async throws -> Result {
        guard let bus else { throw DeskError("this desk has no bus") }
        return try await onLoop {
            let connection = try await Connection.open(bus.address)
            return try await running {
                try await body(connection)
            } finally: {
                await connection.close()
            }
        }
    }

    /// Follows the recorder as a script does.
    package func follow() async throws -> RecorderLog {
        RecorderLog(process: try await start("tallylight", ["watch", "--json"]))
    }

    /// Follows the recorder from what it does next.
    package func changes() async throws -> RecorderLog {
        let log = try await follow()
        _ = try await log.next()
        return log
    }

    /// What the recorder says of itself now, as JSON.
    package func statusLine() async throws -> String { try await ask("status", "--json") }

    /// A value of `tallylight status --json`.
    package func status(_ key: String) async throws -> String { try await statusLine().json(key) }

    /// The process of the recorder that owns the name; nil when there is none.
    package func recorderProcess() async throws -> Int32? { try await process(owning: "org.tallylight.Recorder1") }

    /// The process that owns a name; nil when there is none.
    package func process(owning name: BusName) async throws -> Int32? {
        try await withConnection { connection in
            guard let owner = try await connection.owner(of: name) else { return nil }
            let bus = RemoteObject("org.freedesktop.DBus", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus", over: connection)
            return try await bus.call("GetConnectionUnixProcessID", [.string(owner.text)])[0].integer.map(Int32.init(truncatingIfNeeded:))
        }
    }

    /// Runs `body`, then kills a recorder the test did not start itself: one the bus started, or one that is detached from everything.
    package func endingDetachedRecorder(_ body: () async throws -> Void) async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        if let process = try await recorderProcess() { kill(process, SIGKILL) }
        try result.get()
    }

    /// Says `samples` into a microphone that is a pipe, at once, and waits until the recorder has taken them, by the time its frames amount to.
    package func say(_ samples: [Int16], into microphone: PrivatePulse) async throws {
        let log = try await follow()
        let goal = (Int(try await log.next().json("current_usec")) ?? 0) + samples.count * 1000 / 48 + 500_000
        // Silence as long as the published time may lag behind the frames, and more.
        await microphone.feed(samples + [Int16](repeating: 0, count: 96_000))
        while (Int(try await log.next().json("elapsed_usec")) ?? 0) < goal {}
        await log.process.terminate()
    }

    /// Calls a method without arguments as a script would, with gdbus: it prints the name of an error too.
    package func call(_ method: String) async throws -> SubprocessResult {
        try await run(
            "gdbus", "call", "--session", "--dest", "org.tallylight.Recorder1", "--object-path", "/org/tallylight/Recorder1", "--method", "org.tallylight.Recorder1.\(method)")
    }

    /// The audio of a take that is in its folder.
    package func audio(of session: String) -> String { home.file(".local/share/tallylight/takes/\(session)/audio.flac") }

    /// Waits until the recorder that runs has mended what it found, or given up: it says so of each take it lists.
    @LoopActor package func untilMended(over connection: Connection) async throws {
        let list = RemoteObject("org.tallylight.Takes1", on: "/org/tallylight/Recorder1", at: "org.tallylight.Recorder1", over: connection)
        for _ in 0..<1000 {
            let takes = try await list.call("ListTakes", [.options([:])])[0].elements ?? []
            if takes.allSatisfy({ $0.options?["state"]?.text != "kept" || $0.options?["duration_usec"] != nil }) { return }
            try await LoopTimer.sleep(for: .milliseconds(10))
        }
    }

    /// The audio of a take, once the recorder that runs has mended it.
    package func mendedAudio(of session: String) async throws -> String {
        // It tells of that in the list only.
        while true {
            let takes = try await ask("recover", "--list", "--json").split(separator: "{")
            guard let take = takes.first(where: { $0.contains("\"\(session)\"") }) else { throw DeskError("the take \(session) is not there any more") }
            if !take.contains("\"duration_usec\":null") { return audio(of: session) }
            try await LoopTimer.sleep(for: .milliseconds(10))
        }
    }

    /// The audio of the last take: a finished one's, or that of a take which is kept because its text is a draft.
    package var audio: String? { recordings.last ?? takes.last.map { home.file(".local/share/tallylight/takes/\($0)/audio.flac") } }

    /// Whether a recording has `samples` in it, each of them, in one piece.
    package func holds(_ samples: [Int16], in recording: String?) async throws -> Bool {
        guard let recording else { return false }
        return SoundComparison.offset(of: samples, in: try await SoundComparison.decode(recording)) != nil
    }
}

/// `tallylight watch --json`, line by line.
package struct RecorderLog {
    package let process: Subprocess

    /// The next line.
    package func next(within limit: Duration = .seconds(20)) async throws -> String { try await process.nextLine(within: limit) }

    /// The next line that says all of `texts`.
    @discardableResult
    package func until(_ texts: String..., within limit: Duration = .seconds(20)) async throws -> String {
        while true {
            let line = try await next(within: limit)
            if texts.allSatisfy(line.contains) { return line }
        }
    }

    /// All lines so far.
    package var lines: [String] {
        get async { await process.outputSoFar.split(separator: "\n").map(String.init) }
    }
}

extension String {
    /// The value of `key` in a line of JSON, without quotes where it is a string; empty when there is no such key.
    package func json(_ key: String) -> String {
        guard let start = range(of: "\"\(key)\":") else { return "" }
        let value = self[start...]
        return value.first == "\"" ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value.prefix { !",}".contains($0) })
    }

    /// Where what follows `text` begins.
    private func range(of text: String) -> Index? { firstRange(of: text)?.upperBound }
}
