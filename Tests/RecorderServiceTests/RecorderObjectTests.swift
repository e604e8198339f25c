// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import RecorderService
import Recording
import TestSupport
import Testing

@Suite("RecorderObject", .timeLimit(.minutes(1)))
struct RecorderObjectTests {
    @Test
    func `a transition is one signal with all that changed, ahead of the reply`() async throws {
        try await withBusRig { rig in
            let client = try await rig.connect()
            let log = SignalLog()
            try await log.subscribe(over: client)
            var seen: [Int] = []
            for command in ["Toggle", "Toggle", "Toggle", "Pause", "Process"] as [MemberName] {
                _ = try await client.call(MethodCall(command, of: RecorderNames.interface, on: RecorderNames.path, at: RecorderNames.bus))
                seen.append(await log.changes.count)
            }
            #expect(Array(seen.prefix(4)) == [1, 2, 3, 4])
            let changes = await log.changes
            #expect(changes[0].keys.sorted() == ["AnchorTimestampMonotonic", "AvailableCommands", "Session", "Source", "StartedTimestamp", "State"])
            #expect(changes[1].keys.sorted() == ["AnchorTimestampMonotonic", "AvailableCommands", "State"])
            #expect(changes.prefix(3).map { $0["State"]?.text } == ["recording", "paused", "recording"])
        }
    }

    @Test
    func `nothing is sent when nothing changed`() async throws {
        try await withBusRig { rig in
            let client = try await rig.connect()
            let commander = RemoteCommander(over: client)
            _ = try await commander.perform(.start, session: nil)
            let log = SignalLog()
            try await log.subscribe(over: client)
            _ = try await commander.perform(.start, session: nil)
            _ = try await commander.perform(.resume, session: nil)
            await #expect(throws: RecordingError.self) { try await commander.perform(.discard, session: nil) }
            let activity = try await commander.activity()
            try await onLoop { rig.object.report(activity) }
            _ = try await commander.activity()
            #expect(await log.signals.isEmpty)
        }
    }

    @Test
    func `a result is told after the change that carries it, and a notice with its take`() async throws {
        try await withBusRig { rig in
            let client = try await rig.connect()
            let log = SignalLog()
            try await log.subscribe(over: client)
            let commander = RemoteCommander(over: client)
            let session = try await commander.perform(.start, session: nil).session
            rig.capture.say(.noticed(.silence))
            await rig.reporter.until { $0.notice == .silence }
            _ = try await commander.perform(.finish, session: session)
            _ = await rig.reporter.untilResults(1)
            _ = try await commander.activity()
            let signals = await log.signals
            let warning = try #require(signals.first { $0.member == "Warning" })
            #expect(warning.arguments == [.string("take-1"), .string("silence"), .options([:])])
            #expect(signals.last?.member == "Finished")
            #expect(signals.last?.arguments.prefix(2) == [.string("take-1"), .string("transcribed")])
            let last = await log.changes.last?["LastResult"]
            #expect(last != nil && last?.options == signals.last?.arguments[2].options)
        }
    }

    @Test
    func `progress is told twice a second at most, and the newest is not lost`() async throws {
        try await withBusRig { rig in
            let client = try await rig.connect()
            let log = SignalLog()
            try await log.subscribe(over: client)
            try await onLoop {
                var activity = Activity()
                activity.state = .processing
                for step in 0...100 {
                    activity.progress = Double(step) / 100
                    rig.object.report(activity)
                }
            }
            await log.until { $0.last?["Progress"]?.double == 1 }
            let told = await log.changes.compactMap { $0["Progress"]?.double }
            // The first goes with the transition, the second opens the pace, and the last waits for its turn.
            #expect(told == [0, 0.01, 1])
        }
    }

    @Test
    func `a transition takes the progress that waits along`() async throws {
        try await withBusRig { rig in
            let client = try await rig.connect()
            let log = SignalLog()
            try await log.subscribe(over: client)
            try await onLoop {
                var activity = Activity()
                for (state, progress) in [(.processing, 0.1), (.processing, 0.2), (.processing, 0.3), (.notRecording, nil)] as [(RecordingState, Double?)] {
                    activity.state = state
                    activity.progress = progress
                    rig.object.report(activity)
                }
            }
            await log.until { $0.last?["State"]?.text == "notRecording" }
            #expect(await log.changes.compactMap { $0["Progress"]?.double } == [0.1, 0.2, -1])
        }
    }

    @Test
    func `C063: a thousand commands of twenty clients are one history with one signal for each transition`() async throws {
        try await withBusRig { rig in
            let observer = try await rig.connect()
            let log = SignalLog()
            try await log.subscribe(over: observer)
            var clients: [RemoteCommander] = []
            for _ in 0..<20 {
                clients.append(RemoteCommander(over: try await rig.connect()))
            }
            let answers = await withTaskGroup(of: Int.self) { group in
                for (number, client) in clients.enumerated() {
                    group.addTask(executorPreference: Loop.shared) {
                        var random = SplitMix(seed: UInt64(number))
                        var answers = 0
                        for _ in 0..<50 {
                            let command = RecordingCommand.allCases.randomElement(using: &random) ?? .toggle
                            do throws(RecordingError) {
                                _ = try await client.perform(command, session: nil)
                                answers += 1
                            } catch {
                                if error.name == .invalidState { answers += 1 }
                            }
                        }
                        return answers
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(answers == 1000)
            await rig.settle()
            _ = try await RemoteCommander(over: observer).activity()
            var shown = Activity()
            var transitions = 0
            for activity in rig.reporter.activities where activity != shown {
                transitions += 1
                shown = activity
            }
            #expect(await log.changes.count == transitions)
            #expect(await log.signals.filter { $0.member == "Finished" }.count == rig.reporter.results.count)
            // What the signals add up to is what is there.
            let state = try await RemoteCommander(over: observer).activity().state
            #expect(await log.state == state.rawValue)
        }
    }
}
