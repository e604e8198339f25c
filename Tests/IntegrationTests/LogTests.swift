// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport
import Testing

/// What the log says, and that nobody waits for whoever reads it.
@Suite("The log", .crowded, .timeLimit(.minutes(5)))
struct LogTests {
    /// Words that are nobody's business, in a form that a terminal would obey.
    private static let secret = "quetzal\u{1B}[31m\u{7}\ntallylight: forged: line"

    /// A take in which everything goes wrong, at whose end a signal ends the recorder.
    private func troubles(_ level: String) async throws -> [String] {
        let engine = StandInEngine("say 'quetzal'; echo 'quetzal' >&2; exit 3")
        let pulse = try await PrivatePulse.start(.pipe)
        var errors = ""
        try await Desk.use(sound: pulse, configuration: "install-engines = no\nlanguage = en\nnonsense\u{1B}[2J = \u{7}\n", extra: engine.environment.merging(["TALLYLIGHT_LOG": level]) { $1 }) {
            desk in
            let bus = try #require(desk.bus)
            let recorder = try await desk.startRecorder()
            try await desk.ask("start")
            try await desk.ask("title", Self.secret)
            await pulse.say(SoundComparison.noise(seconds: 1))
            var log = try await desk.changes()
            try await pulse.unplug()
            try await log.until("\"state\":\"paused\"")
            try await pulse.plug()
            try await log.until("\"state\":\"recording\"")
            await pulse.kill()
            try await log.until("\"state\":\"paused\"")
            try await pulse.start()
            try await log.until("\"state\":\"recording\"")
            bus.kill()
            try await recorder.errors(containing: "the session bus is gone")
            let successor = try PrivateBus(in: bus.folder)
            defer { successor.kill() }
            try await recorder.errors(containing: "the session bus is back")
            #expect(try await desk.tallylight("finish", "--wait").code == 1)
            try await desk.ask("start")
            log = try await desk.follow()
            try await log.until("\"state\":\"recording\"")
            await recorder.send(SIGTERM)
            errors = try await recorder.finish().errors
        }
        return errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// What has to be there once, and how often if not.
    private static let facts = [
        ("config:3: ", 1), ("the microphone was taken away: sourceGone", 1), ("the microphone was taken away: serverGone", 1), ("the microphone is back", 2),
        ("the session bus is gone", 1), ("the session bus is back", 1), ("the recording was not turned into text", 1), ("signal 15", 1), ("The audio is in", 1),
    ]

    @Test(arguments: ["", "info", "debug"])
    func `of a take with every trouble it has one line for each fact, and nothing that was said, titled or forged`(_ level: String) async throws {
        let lines = try await troubles(level)
        for (fact, count) in Self.facts { #expect(lines.count { $0.contains(fact) } == count, "\(fact): \(lines.joined(separator: "\n"))") }
        for line in lines {
            #expect(line.hasPrefix("tallylight: ") && !line.hasPrefix("tallylight: forged"), "\(line)")
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }, "\(line)")
            #expect(!line.contains("quetzal"), "\(line)")
        }
        if level.isEmpty { #expect(lines.count == Self.facts.reduce(0) { $0 + $1.1 }, "\(lines.joined(separator: "\n"))") }
        guard level == "info" else { return }
        for fact in [": recording → paused, interrupted", ": inputLost"] { #expect(lines.count { $0.contains(fact) } == 2, "\(lines.joined(separator: "\n"))") }
    }

    @Test
    func `in the journal each line has its level, and only where it is the journal's own stream`() async throws {
        for isJournal in [true, false] {
            let pipe = closeOnExecPipe()
            var status = stat()
            fstat(pipe.writer, &status)
            try await Desk.use(extra: ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino + (isJournal ? 0 : 1))"]) { desk in
                let recorder = try await desk.start("tallylight-recorder", [], errors: .descriptor(pipe.writer))
                try await desk.run("gdbus", "wait", "--session", "--timeout=10", "org.tallylight.Tallylight").succeeded()
                await recorder.send(SIGTERM)
                _ = try await recorder.finish()
            }
            close(pipe.writer)
            #expect(Self.read(pipe.reader).hasPrefix(isJournal ? "<5>program: signal 15" : "tallylight: program: signal 15"))
            close(pipe.reader)
        }
    }

    /// How standard output and standard error are, where nobody reads them.
    enum Reader: CaseIterable {
        case gone, asleep, closed, full
    }

    @Test(arguments: Reader.allCases)
    func `a take goes its way whoever reads the log, or does not`(_ reader: Reader) async throws {
        let engine = StandInEngine()
        let pulse = try await PrivatePulse.start(.pipe)
        let noise = SoundComparison.noise(seconds: 1)
        let pipe = closeOnExecPipe()
        if reader == .gone { close(pipe.reader) }
        if reader == .asleep { Self.fill(pipe.writer) }
        let stream: SubprocessStream =
            switch reader {
            case .gone, .asleep: .descriptor(pipe.writer)
            case .closed: .closed
            case .full: .file("/dev/full")
            }
        try await Desk.use(sound: pulse, extra: engine.environment.merging(["TALLYLIGHT_LOG": "debug"]) { $1 }) { desk in
            let recorder = try await desk.start("tallylight-recorder", [], output: stream, errors: stream)
            try await desk.run("gdbus", "wait", "--session", "--timeout=10", "org.tallylight.Tallylight").succeeded()
            let log = try await desk.changes()
            try await desk.ask("start")
            try await pulse.unplug()
            try await log.until("\"state\":\"paused\"")
            try await pulse.plug()
            try await log.until("\"state\":\"recording\"")
            try await desk.say(noise, into: pulse)
            if reader == .asleep {
                let text = Self.read(pipe.reader, count: 1 << 16)
                #expect(text.allSatisfy { $0 == "." })
            }
            #expect(try await desk.ask("finish", "--wait") == "\(StandInEngine.words)\n")
            #expect(try await desk.holds(noise, in: desk.audio))
            // Whatever it says at its end, too.
            try await desk.ask("start")
            await recorder.send(SIGTERM)
            #expect(try await recorder.finish().ending == .signalled(SIGTERM))
        }
        close(pipe.writer)
        guard reader != .gone else { return }
        let text = Self.read(pipe.reader)
        close(pipe.reader)
        guard reader == .asleep else { return }
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("tallylight: ") }, "\(text)")
        #expect(lines.count { $0.contains(" lines before this one were left out") } == 1, "\(text)")
    }

    /// Fills a pipe to the last byte.
    private static func fill(_ writer: Int32) {
        _ = fcntl(writer, F_SETFL, O_NONBLOCK)
        let bytes = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
        while write(writer, bytes, bytes.count) > 0 {}
        _ = fcntl(writer, F_SETFL, 0)
    }

    /// What is in a pipe: all of it up to its end, or so many bytes.
    private static func read(_ reader: Int32, count: Int = .max) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < count {
            let size = Glibc.read(reader, &buffer, min(buffer.count, count - bytes.count))
            guard size > 0 else { break }
            bytes += buffer[..<size]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
