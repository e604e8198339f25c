// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// What a recorder says of itself, a line for each change, as a script reads it: `tallylight watch --format json`.
struct ActivityWatch {
    private let process: Subprocess

    /// Begins to watch; what happens from now on is seen.
    init(on desk: Desk) async throws {
        process = try await desk.start("tallylight", ["watch", "--format", "json"])
        _ = try await process.nextLine()
    }

    /// Waits for the next line that says all of `facts`, such as `"state":"paused"`, and forgets those before it.
    @discardableResult
    func next(_ facts: String..., within limit: Duration = .seconds(20)) async throws -> ActivityLine {
        while true {
            let line = ActivityLine(text: try await process.nextLine(within: limit))
            if facts.allSatisfy(line.text.contains) { return line }
        }
    }

    /// All lines so far.
    var lines: [String] {
        get async { await process.outputSoFar.split(separator: "\n").map(String.init) }
    }
}

/// One line of JSON, as far as tests read it.
struct ActivityLine {
    /// The line.
    let text: String

    /// The text of a member that is a string; empty when it is none.
    func string(_ key: String) -> String {
        guard let range = text.firstRange(of: "\"\(key)\":\"") else { return "" }
        return String(text[range.upperBound...].prefix { $0 != "\"" })
    }

    /// The value of a member that is a whole number; nil when it is none.
    func integer(_ key: String) -> Int64? {
        guard let range = text.firstRange(of: "\"\(key)\":") else { return nil }
        return Int64(text[range.upperBound...].prefix { $0.isNumber || $0 == "-" })
    }
}

extension Desk {
    /// What the recorder says of itself now.
    func status() async throws -> ActivityLine { ActivityLine(text: try await ask("status", "--json")) }

    /// Calls a method without arguments as a script would, with gdbus: it prints the name of an error too.
    func call(_ method: String) async throws -> SubprocessResult {
        try await run(
            "gdbus", "call", "--session", "--dest", "org.tallylight.Recorder1", "--object-path", "/org/tallylight/Recorder1", "--method", "org.tallylight.Recorder1.\(method)")
    }

    /// The audio of a take that is in its folder.
    func audio(of session: String) -> String { home.file(".local/share/tallylight/takes/\(session)/audio.flac") }
}

extension SoundComparison {
    /// How many samples of `played` are in `recorded` from where it begins, without any other among them; nil when its beginning is not there.
    static func wholePart(of played: [Int16], in recorded: [Int16]) -> Int? {
        guard let start = offset(of: played[..<64], in: recorded, tolerance: 0) else { return nil }
        return zip(recorded[start...], played).prefix { $0 == $1 }.count
    }
}
