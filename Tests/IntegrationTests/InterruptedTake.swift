// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport
import Testing

/// A take of the release recorder to which something happens, and what that costs: a line of the table of interruptions.
///
/// All times are upper bounds: they begin before the tool that makes it happen is started, and end when a client has read the line that tells.
struct InterruptedTake {
    /// What was said before and after it, and what was said while nobody should listen.
    static let before = SoundComparison.noise(seconds: 0.7, seed: 1)
    static let after = SoundComparison.noise(seconds: 0.7, seed: 2)
    static let secret = SoundComparison.noise(seconds: 0.4, seed: 3)

    let desk: Desk
    let sound: any VirtualMicrophone
    let watch: RecorderLog

    /// Begins a take on a desk of its own, with something in it already.
    static func use(
        _ sound: any VirtualMicrophone, configuration: String = "", extra: [String: String] = [:], _ body: (InterruptedTake) async throws -> Void
    ) async throws {
        try await Desk.use(sound: sound, configuration: "install-engines = no\nlanguage = en\n\(configuration)", extra: extra) { desk in
            _ = try await desk.startRecorder()
            let take = InterruptedTake(desk: desk, sound: sound, watch: try await desk.changes())
            try await desk.ask("start")
            try await take.watch.until("\"state\":\"recording\"")
            try await take.play(before)
            try await body(take)
        }
    }

    /// Says something into the microphone; returns when it is said.
    func play(_ samples: [Int16], into sound: (any VirtualMicrophone)? = nil) async throws {
        #expect(try await (sound ?? self.sound).play(samples).finish().code == 0)
    }

    /// Expects that the take is paused when something happens, with a notice.
    ///
    /// - Returns: the sound before it that is not in the take, and the time until it was noticed, in milliseconds.
    func pause(when event: () async throws -> Void) async throws -> (lost: Int, noticed: Int) {
        let status = try await desk.statusLine()
        let begin = try #require(Int(status.json("anchor_timestamp_monotonic"))) - #require(Int(status.json("elapsed_usec")))
        let start = Int(MonotonicClock.microseconds)
        try await event()
        let happened = Int(MonotonicClock.microseconds)
        let line = try await watch.until("\"state\":\"paused\"")
        let noticed = Int(MonotonicClock.microseconds) - start
        // A second, of a machine that has nothing else to do.
        #expect(noticed < 10_000_000)
        #expect(line.contains("\"interrupted\":true"))
        #expect(line.json("notice") == "inputLost")
        #expect(line.contains("\"anchor_timestamp_monotonic\":null"))
        let end = begin + (try #require(Int(line.json("elapsed_usec"))))
        return (max(0, happened - end) / 1000, noticed / 1000)
    }

    /// Expects that the take goes on by itself when what happened is over.
    ///
    /// - Returns: the time until frames were captured again, in milliseconds.
    func goOn(with sound: (any VirtualMicrophone)? = nil, when event: () async throws -> Void) async throws -> Int {
        let start = Int(MonotonicClock.microseconds)
        try await event()
        let line = try await watch.until("\"state\":\"recording\"")
        #expect(line.contains("\"interrupted\":false"))
        #expect(try await (sound ?? self.sound).recordedSource() == "vmic")
        return max(0, try #require(Int(line.json("anchor_timestamp_monotonic"))) - start) / 1000
    }

    /// Ends the take, and expects what was said before and after in it, in order and whole, and nothing of what was said meanwhile.
    ///
    /// - Returns: how much of it is missing, in milliseconds.
    func finish(sayingLast sound: (any VirtualMicrophone)? = nil) async throws -> Int {
        try await play(Self.after, into: sound)
        try await desk.ask("quit", "--force")
        let recorded = try await SoundComparison.decode(try #require(desk.recordings.first))
        let parts = try [Self.before, Self.after].map { try #require(place(of: $0, in: recorded)) }
        #expect(parts[0].upperBound <= parts[1].lowerBound)
        // Of what is said in the last moment, a fragment of the server's may be on its way.
        for part in parts { #expect(part.count > Self.before.count - 7200) }
        for start in stride(from: 0, to: Self.secret.count - 64, by: 4800) {
            let found = SoundComparison.offset(of: Self.secret[start..<(start + 64)], in: recorded)
            #expect(found == nil, "what was played while the microphone was away was recorded")
        }
        return parts.reduce(Self.before.count + Self.after.count) { $0 - $1.count } / 48
    }

    /// Where in a recording the piece of what was played is that holds its middle; nil when that is not there.
    private func place(of played: [Int16], in recorded: [Int16]) -> Range<Int>? {
        let middle = played.count / 2
        guard let found = SoundComparison.offset(of: played[middle..<(middle + 64)], in: recorded) else { return nil }
        let isEqual = { (pair: (Int16, Int16)) in abs(Int(pair.0) - Int(pair.1)) <= 2 }
        let forwards = zip(recorded[found...], played[middle...]).prefix(while: isEqual).count
        let backwards = zip(recorded[..<found].reversed(), played[..<middle].reversed()).prefix(while: isEqual).count
        return found - backwards..<found + forwards
    }

    /// Prints a line of the table; what was not measured has a dash.
    static func report(_ event: String, _ server: SoundServer, _ what: String, lost: Int? = nil, missing: Int? = nil, noticed: Int? = nil, back: Int? = nil) {
        let figures = [lost, missing, noticed, back].map { $0.map(String.init) ?? "–" }.joined(separator: " | ")
        print("interruption: \(event) | \(server.rawValue) | \(what) | \(figures)")
    }
}
