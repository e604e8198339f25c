// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// Many hands on one recorder.
@Suite("A storm of commands", .crowded, .timeLimit(.minutes(5)))
struct StormTests {
    private static let commands: [MemberName] = ["Toggle", "Process", "Discard", "Start", "Pause", "Resume", "Finish"]

    /// A command and what was answered to it: whether it was accepted.
    private typealias Answers = [(command: MemberName, isAccepted: Bool)]

    @Test
    func `C063: a thousand random commands from twenty connections are one history, with one reply each and one signal for each transition`() async throws {
        let engine = StandInEngine()
        try await Desk.use(sound: PrivatePulse.start(.pipe), extra: engine.environment) { desk in
            let recorder = try await desk.startRecorder()
            let address = try #require(desk.bus).address
            let log = SignalLog()
            try await onLoop {
                let observer = try await Connection.open(address)
                try await log.subscribe(to: desk.recorder(over: observer))
                var clients: [Task<Answers, any Error>] = []
                for number in 0..<20 {
                    let connection = try await Connection.open(address)
                    clients.append(Loop.shared.throwingTask { await Self.storm(UInt64(number), over: desk.recorder(over: connection)) })
                }
                var answers: Answers = []
                for client in clients { answers += try await client.value }
                #expect(answers.count == 1000)
                let discards = try await settle(desk.recorder(over: observer)) + answers.filter { $0.command == "Discard" && $0.isAccepted }.count
                let now = try await desk.recorder(over: observer).properties()
                // What a subscriber heard adds up to what is there.
                for (name, value) in log.shown { #expect(now[name]?.unwrapped == value.unwrapped, "\(name)") }
                let steps = log.steps()
                #expect(steps.count >= answers.filter { $0.command == "Toggle" && $0.isAccepted }.count + discards)
                #expect(log.finished.filter { $0.outcome == "discarded" }.count == discards)
                // Each take has begun once and ended once.
                #expect(log.finished.map(\.session).sorted() == log.begun.sorted())
                #expect(steps.filter { $0 == ["notRecording", "recording"] }.count == log.begun.count)
                await observer.close()
            }
            // Each take that was begun is finished, kept or discarded; no file belongs to none.
            let kept = Set(desk.takes)
            let discarded = Set(desk.files(".local/share/tallylight/takes/.discarded"))
            let begun = Set(await log.begun)
            #expect(kept.union(discarded).isSubset(of: begun) && kept.isDisjoint(with: discarded))
            #expect(desk.recordings.count == begun.count - kept.count - discarded.count)
            // It still reacts, and no stream and no child is left of the storm.
            #expect(try await desk.run("pgrep", "-P", "\(recorder.identifier)").output.isEmpty)
            let microphone = try #require(desk.sound)
            #expect(try await microphone.pactl("list", "short", "source-outputs").isEmpty)
            #expect(try await desk.ask("toggle").hasPrefix("Recording"))
        }
    }

    /// Fifty commands, each sent when the one before it was answered.
    @LoopActor
    private static func storm(_ seed: UInt64, over object: RemoteObject) async -> Answers {
        var random = SplitMix(seed: seed)
        var answers: Answers = []
        for _ in 0..<50 {
            let command = commands[Int(random.next() % UInt64(commands.count))]
            do throws(BusError) {
                _ = try await object.call(command)
                answers.append((command, true))
            } catch {
                guard case .remote(let name, _) = error, name.text == "org.tallylight.Recorder1.Error.InvalidState" else {
                    Issue.record("an answer that is none: \(error)")
                    continue
                }
                answers.append((command, false))
            }
        }
        return answers
    }

    /// Leaves the recorder with nothing open.
    ///
    /// - Returns: how many takes had to be discarded for it.
    @LoopActor
    private func settle(_ object: RemoteObject) async throws -> Int {
        var discards = 0
        while let state = try await object.property("State").text, state != "notRecording" {
            if state == "recording" { _ = try? await object.call("Pause") }
            if (try? await object.call("Discard")) != nil { discards += 1 }
        }
        return discards
    }

    /// What a subscriber hears of the recorder.
    @LoopActor
    private final class SignalLog {
        private(set) var changes: [[String: Value]] = []
        private(set) var finished: [(session: String, outcome: String)] = []
        private(set) var begun: [String] = []
        private var subscription: Subscription?

        nonisolated init() {}

        /// What all changes together amount to.
        var shown: [String: Value] { changes.reduce(into: [:]) { $0.merge($1) { $1 } } }

        func subscribe(to object: RemoteObject) async throws {
            subscription = try await object.connection.subscribe(to: MatchRule(sender: object.destination, path: object.path)) { [unowned self] signal in
                switch signal.member {
                case "PropertiesChanged":
                    let change = signal.arguments[1].options ?? [:]
                    changes.append(change)
                    if let session = change["Session"]?.text, !session.isEmpty { begun.append(session) }
                case "Finished": finished.append((signal.arguments[0].text ?? "", signal.arguments[1].text ?? ""))
                default: break
                }
            }
        }

        /// The steps from state to state, each of which is one that the table of the flow has, told by one signal with all that changed.
        func steps() -> [[String]] {
            let legal: [String: Set<String>] = [
                "notRecording": ["recording"], "recording": ["paused"], "paused": ["recording", "processing", "notRecording"], "processing": ["notRecording"],
            ]
            var (steps, values) = ([["", "notRecording"]], [String: Value]())
            for change in changes {
                #expect(!change.isEmpty && change.allSatisfy { values[$0.key] != $0.value }, "a change without a difference")
                values.merge(change) { $1 }
                guard let next = change["State"]?.text, let state = steps.last?[1] else { continue }
                #expect(legal[state]?.contains(next) == true && change["AvailableCommands"] != nil, "\(state) → \(next)")
                steps.append([state, next])
            }
            return Array(steps.dropFirst())
        }
    }
}
