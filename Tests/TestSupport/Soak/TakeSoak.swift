// SPDX-License-Identifier: MIT

internal import DBus
package import EventLoop
internal import Glibc

/// Many short takes of one recorder: each is paused and resumed, every other one discarded, the rest turned into text.
@LoopActor
package enum TakeSoak {
    /// Has one recorder make `takes` takes.
    ///
    /// What it has finished is taken away, as is the desk's folder of discarded takes by the recorder itself: what is left in its folders is its own.
    ///
    /// - Parameters:
    ///   - interval: after how many takes there is a look.
    ///   - report: is told at each look how many there were.
    /// - Returns: what it took up.
    package nonisolated static func run(_ takes: Int, lookingEvery interval: Int, _ report: @escaping @LoopActor (Int) -> Void = { _ in }) async throws -> VitalsTable {
        let engine = StandInEngine()
        let microphone = try await PrivatePulse.start(.pipe)
        var table = VitalsTable(of: "takes")
        let configuration = "install-engines = no\nlanguage = en\ndiscarded-minutes = 0\n"
        try await Desk.use(sound: microphone, configuration: configuration, extra: engine.environment) { desk in
            let recorder = try await desk.startRecorder()
            table = try await desk.withConnection { connection in
                var table = VitalsTable(of: "takes")
                let object = desk.recorder(over: connection)
                let rest = Rest(object)
                try await rest.begin()
                for take in 0..<takes {
                    try await perform(take, object, rest)
                    guard (take + 1) % interval == 0 else { continue }
                    for path in desk.recordings + desk.texts { unlink(path) }
                    table.add(try await Vitals.look(at: recorder, of: desk, over: connection), after: take + 1)
                    report(take + 1)
                }
                return table
            }
        }
        return table
    }

    private static func perform(_ take: Int, _ object: RemoteObject, _ rest: Rest) async throws {
        _ = try await object.call("Start")
        try await LoopTimer.sleep(for: .milliseconds(60))
        _ = try await object.call("Pause")
        _ = try await object.call("Resume")
        try await LoopTimer.sleep(for: .milliseconds(60))
        let goal = rest.ends + 1
        if take % 2 == 0 {
            _ = try await object.call("Finish")
        } else {
            _ = try await object.call("Pause")
            _ = try await object.call("Discard")
        }
        await rest.until(goal)
    }

    /// The ends of takes, as they are told.
    @LoopActor
    private final class Rest {
        private(set) var ends = 0
        private let lookout = Lookout()
        private let object: RemoteObject
        private var subscription: Subscription?

        init(_ object: RemoteObject) { self.object = object }

        func begin() async throws {
            let rule = MatchRule(sender: object.destination, path: object.path, interface: "org.tallylight.Recorder1", member: "Finished")
            subscription = try await object.connection.subscribe(to: rule) { [weak self] _ in
                self?.ends += 1
                self?.lookout.look()
            }
        }

        func until(_ goal: Int) async { await lookout.until { self.ends >= goal } }
    }
}
