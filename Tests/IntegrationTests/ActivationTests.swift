// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// A recorder that is started by the first who needs it.
@Suite("The recorder is started on demand", .crowded, .timeLimit(.minutes(5)))
struct ActivationTests {
    /// Installs the recorder for activation, as a package does.
    private func install(on desk: Desk) throws {
        let bus = try #require(desk.bus)
        for name in ["org.tallylight.Recorder1", "org.tallylight.Tallylight"] {
            // The bus hands its own environment on, which is not the desk's.
            let variables = desk.environment.map { "\"\($0.key)=\($0.value)\"" }.sorted().joined(separator: " ")
            let text = "[D-BUS Service]\nName=\(name)\nExec=/usr/bin/env \(variables) \(Desk.programs)/tallylight serve\n"
            let file = open("\(bus.servicesFolder)/\(name).service", O_WRONLY | O_CREAT, 0o600)
            _ = Glibc.write(file, text, text.utf8.count)
            close(file)
        }
    }

    @Test
    func `C053: five hundred calls at once while the bus starts the recorder are all answered, in order for each sender`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            try install(on: desk)
            try await reload(desk)
            try await desk.endingDetachedRecorder {
                let address = try #require(desk.bus).address
                let states = try await onLoop {
                    var answers: [Task<[String], any Error>] = []
                    for _ in 0..<50 {
                        let connection = try await Connection.open(address)
                        answers.append(Loop.shared.throwingTask { try await Self.storm(over: desk.recorder(over: connection)) })
                    }
                    var states: [String] = []
                    for answer in answers { states += try await answer.value }
                    return states
                }
                #expect(states.count == 500)
                // An even number of toggles after the one that starts: paused, whatever their order was.
                #expect(try await desk.status("state") == "paused")
                #expect(desk.takes.count == 1)
            }
        }
    }

    /// Five times a command and a question, all sent before the first is answered.
    ///
    /// - Returns: what was answered; each question sees what the command before it led to, or what others did since.
    @LoopActor
    private static func storm(over object: RemoteObject) async throws -> [String] {
        var answers: [(number: Int, task: Task<String, any Error>)] = []
        let order = Order()
        for number in 0..<10 {
            answers.append(
                (
                    number,
                    Loop.shared.throwingTask {
                        let call =
                            number.isMultiple(of: 2)
                            ? MethodCall("Toggle", of: object.interface, on: object.path, at: object.destination, mayStart: true)
                            : MethodCall("GetAll", [.string("org.tallylight.Recorder1")], of: "org.freedesktop.DBus.Properties", on: object.path, at: object.destination, mayStart: true)
                        let answer = try await object.connection.call(call)
                        order.numbers.append(number)
                        return answer[0].text ?? answer[0].options?["State"]?.text ?? ""
                    }
                ))
        }
        var states: [String] = []
        for answer in answers { states.append(try await answer.task.value) }
        // Commands among themselves keep their order, and so do questions; a question does not wait for a command.
        for parity in [0, 1] { #expect(order.numbers.filter { $0 % 2 == parity } == (0..<10).filter { $0 % 2 == parity }) }
        #expect(states.allSatisfy { ["notRecording", "recording", "paused"].contains($0) })
        return states
    }

    @LoopActor
    private final class Order {
        var numbers: [Int] = []
    }

    /// Has the bus look at its folder of services again, which it watches, but not at once.
    private func reload(_ desk: Desk) async throws {
        try await desk.run("busctl", "--user", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig").succeeded()
    }

    /// Five hundred rounds, most of them without a microphone: what is to be seen is whether the command is decided, not what comes of it.
    @Test(arguments: [(rounds: 60, hasMicrophone: true), (rounds: 440, hasMicrophone: false)])
    func `C129: each time, the first command after the name appears takes effect`(_ rounds: Int, hasMicrophone: Bool) async throws {
        let expected = hasMicrophone ? "recording" : "org.tallylight.Recorder1.Error.NoInputDevice"
        try await Desk.use(sound: hasMicrophone ? PrivatePulse.start(.pipe) : nil) { desk in
            let clock = ContinuousClock()
            let start = clock.now
            for round in 1...rounds {
                let (answers, continuation) = AsyncStream.makeStream(of: String.self)
                let recorder = try await desk.withConnection { connection in
                    let object = desk.recorder(over: connection)
                    // Sent from the very handler that hears of the name.
                    let watch = try await connection.watch(object.destination) { change in
                        guard change.new != nil else { return }
                        _ = Loop.shared.task { continuation.yield(await Self.toggle(object)) }
                    }
                    defer { watch.cancel() }
                    let recorder = try await desk.start("tallylight-recorder", [])
                    for await answer in answers {
                        #expect(answer == expected, "round \(round)")
                        break
                    }
                    return recorder
                }
                await recorder.terminate()
                _ = try await recorder.finish()
            }
            print("C129: \(rounds) rounds \(hasMicrophone ? "with" : "without") a microphone in \((clock.now - start).components.seconds) s")
        }
    }

    /// The state after a toggle, or the name of its error.
    @LoopActor
    private static func toggle(_ object: RemoteObject) async -> String {
        do throws(BusError) {
            return try await object.call("Toggle")[0].text ?? ""
        } catch {
            guard case .remote(let name, _) = error else { return "\(error)" }
            return name.text
        }
    }

    @Test(arguments: ["toggle", "start"])
    func `C145: where a recorder is installed, the bus starts it for one who needs it`(_ verb: String) async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            try install(on: desk)
            try await reload(desk)
            try await desk.endingDetachedRecorder {
                #expect(try await desk.tallylight("status").code == 4)
                #expect(try await desk.ask(verb).hasPrefix("Recording"))
                let process = try #require(try await desk.recorderProcess())
                #expect(try await desk.run("cat", "/proc/\(process)/environ").output.contains("DBUS_STARTER_BUS_TYPE="))
            }
        }
    }

    @Test(arguments: ["toggle", "start"])
    func `C145: elsewhere it is started by itself, and outlives the terminal of the caller`(_ verb: String) async throws {
        let microphone = try await PrivatePulse.start(.pipe)
        let noise = SoundComparison.noise(seconds: 1)
        try await Desk.use(sound: microphone) { desk in
            try await desk.endingDetachedRecorder {
                let terminal = try await onLoop { PseudoTerminal() }
                let shell = try await Subprocess.start(
                    "/bin/sh", ["-c", "'\(Desk.programs)/tallylight' \(verb); read line"], environment: desk.environment, input: .file(terminal.path), output: .file(terminal.path),
                    errors: .file(terminal.path), isSessionLeader: true)
                await terminal.shows("Recording")
                await terminal.hangUp()
                _ = try await shell.finish()
                await shell.terminate()
                await terminal.close()
                try await desk.say(noise, into: microphone)
                let process = try #require(try await desk.recorderProcess())
                for descriptor in 0...2 { #expect(try await desk.run("readlink", "/proc/\(process)/fd/\(descriptor)").output == "/dev/null\n") }
                #expect(try await desk.run("readlink", "/proc/\(process)/cwd").output == "/\n")
                #expect(getsid(process) == process)
                try await desk.ask("quit", "--force")
                #expect(try await desk.holds(noise, in: desk.recordings.first))
            }
        }
    }

    @Test
    func `C145: every other verb finds none, says so with 4, and starts nothing`() async throws {
        try await Desk.use { desk in
            try install(on: desk)
            try await reload(desk)
            for verb in [["status"], ["pause"], ["resume"], ["process"], ["discard"], ["finish"], ["finish", "--wait"], ["watch"], ["transcript"], ["recover"], ["quit"], ["title", "x"]] {
                let result = try await Subprocess.run("\(Desk.programs)/tallylight", verb, environment: desk.environment)
                #expect(result.code == 4 && result.output.isEmpty, "\(verb): \(result.ending)")
                #expect(result.errors.hasPrefix("tallylight: No recorder is running."))
            }
            #expect(try await desk.recorderProcess() == nil)
            #expect(desk.files(".local").isEmpty)
        }
    }
}
