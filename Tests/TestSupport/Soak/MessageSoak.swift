// SPDX-License-Identifier: MIT

internal import DBus
package import EventLoop
internal import Glibc

/// Many messages that are valid and wrong, to a recorder in the middle of a take, about which nothing changes.
@LoopActor
package final class MessageSoak {
    /// What came of it.
    package struct Result: Sendable {
        /// How many messages there were, forged ones among them.
        package fileprivate(set) var messages = 0
        /// How many of them nobody had asked for.
        package fileprivate(set) var forged = 0
        /// How long it took.
        package fileprivate(set) var duration = Duration.zero
        /// What was not as it has to be.
        package fileprivate(set) var faults: [String] = []
        /// What the recorder took up.
        package fileprivate(set) var table = VitalsTable(of: "messages")
    }

    private static let inFlight = 32
    private static let looks = 20

    private let desk: Desk
    private let recorder: Subprocess
    private let object: RemoteObject
    private let forger: Forger
    private let ramp: Ramp
    private var result = Result()

    private init(_ desk: Desk, _ recorder: Subprocess, _ object: RemoteObject, _ forger: Forger, _ ramp: Ramp) {
        (self.desk, self.recorder, self.object, self.forger, self.ramp) = (desk, recorder, object, forger, ramp)
    }

    /// Sends `messages` messages of `seed` while a take is recorded.
    ///
    /// - Parameter report: is told how many there were so far.
    package nonisolated static func run(_ messages: Int, seed: UInt64, _ report: @escaping @LoopActor (Int) -> Void = { _ in }) async throws -> Result {
        let engine = StandInEngine()
        let microphone = try await PrivatePulse.start(.pipe, isStalled: true)
        let ramp = try Ramp(fifo: microphone.folder.file("pipe"))
        defer { ramp.stop() }
        var result = Result()
        try await Desk.use(sound: microphone, extra: engine.environment) { desk in
            guard let bus = desk.bus else { return }
            let recorder = try await desk.startRecorder()
            result = try await desk.withConnection { connection in
                let object = desk.recorder(over: connection)
                let victim = try await connection.owner(of: "org.tallylight.Recorder1")?.text ?? ""
                let soak = MessageSoak(desk, recorder, object, Forger(at: bus.socketPath, against: victim), ramp)
                try await soak.perform(messages, seed, report)
                return soak.result
            }
        }
        return result
    }

    private func perform(_ messages: Int, _ seed: UInt64, _ report: (Int) -> Void) async throws {
        _ = try await object.call("Start")
        let given = ramp.count
        let before = try await object.properties()
        let rule = MatchRule(sender: object.destination, path: object.path)
        let subscription = try await object.connection.subscribe(to: rule) { [weak self] in self?.hear($0) }
        result.table.add(try await Vitals.look(at: recorder, of: desk, over: object.connection), after: 0)
        let clock = ContinuousClock()
        let start = clock.now
        for look in 0..<Self.looks {
            try await send(messages / Self.looks, seed: seed &+ UInt64(look) &* 1000)
            result.table.add(try await Vitals.look(at: recorder, of: desk, over: object.connection), after: result.messages)
            report(result.messages)
        }
        result.duration = clock.now - start
        subscription.cancel()
        let after = try await object.properties()
        for name in ["State", "Session", "Title", "Source", "Locale", "Kept", "StartedTimestamp", "Interrupted", "LastResult", "AvailableCommands"] where before[name] != after[name] {
            fault("\(name) was \(String(describing: before[name])) and is \(String(describing: after[name]))")
        }
        await forger.stop()
        try await judgeSound(given: ramp.count - given)
    }

    /// Sends one forged message for every nine calls.
    private func send(_ count: Int, seed: UInt64) async throws {
        let forged = count / 10
        let forging = Loop.shared.task { [forger] in await forger.send(forged, seed: seed) }
        let calls = (0..<Self.inFlight).map { worker in
            Loop.shared.task { [self] in
                var random = SplitMix(seed: seed &+ UInt64(worker))
                let share = (count - forged) / Self.inFlight + (worker < (count - forged) % Self.inFlight ? 1 : 0)
                for _ in 0..<share { await self.check(WrongMessage.random(&random)) }
            }
        }
        for call in calls { await call.value }
        await forging.value
        result.messages += count
        result.forged += forged
    }

    private func check(_ message: WrongMessage) async {
        do throws(BusError) {
            let answer = try await object.connection.call(message.call)
            fault("\(message.call.member) on \(message.call.path) was answered with \(answer)")
        } catch {
            guard case .remote(let name, let sentence) = error, message.errors.contains(name.text), sentence.hasSuffix(".") else {
                return fault("\(message.call.interface).\(message.call.member) on \(message.call.path): \(error), and not \(message.errors)")
            }
        }
    }

    /// Nothing is told in a take but that its clock was set anew, and that the microphone was late, as it may be on a machine that is busy: what is missing then, ``judgeSound(given:)`` finds.
    private func hear(_ signal: SignalMessage) {
        let changes = signal.member == "PropertiesChanged" ? (signal.arguments.dropFirst().first?.options ?? [:]).keys.sorted() : []
        if signal.member == "Warning", signal.arguments.dropFirst().first?.text == "gap" { return }
        if changes.isEmpty || !Set(changes).isSubset(of: ["AnchorTimestampMonotonic", "ElapsedUSec", "Notice"]) { fault("the recorder told \(signal.member) \(signal.arguments)") }
    }

    /// Each sample that was recorded follows the one before, and there are as many as were given, but for what is on the way to the recorder: a seventh of a second.
    private func judgeSound(given: Int) async throws {
        _ = try await object.call("Pause")
        guard let session = try await object.property("Session").text else { return fault("there is no take any more") }
        let samples = try await SoundComparison.decode("\(desk.audio(of: session)).part")
        let breaks = zip(samples, samples.dropFirst()).count { $1 != $0 &+ 1 }
        if breaks > 0 || samples.count < given - 12_000 { fault("of \(given) samples there are \(samples.count), with \(breaks) breaks") }
    }

    private func fault(_ sentence: String) { result.faults.append(String(sentence.prefix(200))) }
}
