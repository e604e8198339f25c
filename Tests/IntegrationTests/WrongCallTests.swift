// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// A call that has to be refused, and the error it gets.
private struct WrongCall {
    let path: String
    let method: String
    /// The arguments as gdbus and busctl want them.
    let arguments: (gdbus: [String], busctl: [String])
    /// The error's name; nil when it is of the interface's own.
    let error: String

    static let object = "/org/tallylight/Recorder1"
    private static let interface = "org.tallylight.Recorder1"
    private static let standard = "org.freedesktop.DBus.Error"

    /// A wrong call of one of the recorder's methods.
    private init(_ method: String, _ gdbus: [String] = [], _ busctl: [String] = [], on path: String = object, is error: String) {
        self.path = path
        self.method = method.contains(".") ? method : "\(Self.interface).\(method)"
        arguments = (gdbus, busctl)
        self.error = error.contains(".") ? error : "\(Self.standard).\(error)"
    }

    /// A wrong call about a property.
    private init(property method: String, _ gdbus: [String], _ signature: String, is error: String) {
        let busctl = gdbus.last == "<'x'>" ? gdbus.dropLast() + ["s", "x"] : gdbus
        self.init("org.freedesktop.DBus.Properties.\(method)", gdbus, [signature] + busctl, is: error)
    }

    static let all =
        ["/wrong", "/org/tallylight/Recorder1/x", "/org/tallylight", "/org", "/"].map { WrongCall("Toggle", on: $0, is: "UnknownObject") }
        + ["Nope", "toggle", "Introspect"].map { WrongCall($0, is: "UnknownMethod") } + [
            WrongCall("org.tallylight.Recorder2.Toggle", is: "UnknownInterface"),
            WrongCall("Toggle", ["x"], ["s", "x"], is: "InvalidArgs"), WrongCall("Perform", ["toggle"], ["s", "toggle"], is: "InvalidArgs"),
            WrongCall("Perform", ["explode", "{}"], ["sa{sv}", "explode", "0"], is: "InvalidArgs"),
            WrongCall("Perform", ["toggle", "{'session': <uint32 3>}"], ["sa{sv}", "toggle", "1", "session", "u", "3"], is: "InvalidArgs"),
            WrongCall("Perform", ["toggle", "{'session': <'gone'>}"], ["sa{sv}", "toggle", "1", "session", "s", "gone"], is: "\(interface).Error.StaleSession"),
            WrongCall("Quit", ["{'force': <'yes'>}"], ["a{sv}", "1", "force", "s", "yes"], is: "InvalidArgs"), WrongCall("Process", is: "\(interface).Error.InvalidState"),
            WrongCall("GetTranscript", ["gone"], ["s", "gone"], is: "\(interface).Error.NotFound"),
            WrongCall("SetLocale", ["gone", "en"], ["ss", "gone", "en"], is: "\(interface).Error.NotFound"),
            WrongCall("SetTitle", ["gone", "x"], ["ss", "gone", "x"], is: "\(interface).Error.NotFound"),
            WrongCall(property: "Get", [interface, "Nope"], "ss", is: "UnknownProperty"), WrongCall(property: "Get", ["no.such", "State"], "ss", is: "UnknownInterface"),
            WrongCall(property: "GetAll", ["no.such"], "s", is: "UnknownInterface"), WrongCall(property: "Set", [interface, "State", "<'x'>"], "ssv", is: "PropertyReadOnly"),
            WrongCall(property: "Set", [interface, "Nope", "<'x'>"], "ssv", is: "UnknownProperty"),
        ]
}

/// What other programs get wrong, from the tools people use.
@Suite("Wrong calls to the program", .crowded, .timeLimit(.minutes(5)))
struct ProgramWrongCallTests {
    @Test(arguments: ["org.tallylight.Recorder1", "org.tallylight.Tallylight"])
    func `C057: each wrong call gets its standard error from gdbus and busctl, and changes nothing`(_ name: String) async throws {
        try await Desk.use { desk in
            _ = try await desk.startRecorder()
            let before = try await desk.ask("status", "--json")
            for call in WrongCall.all {
                let gdbus = ["call", "--session", "-d", name, "-o", call.path, "-m", call.method, "--"] + call.arguments.gdbus
                let first = try await Subprocess.run("/usr/bin/gdbus", gdbus, environment: desk.environment)
                #expect(first.code == 1 && first.errors.contains("GDBus.Error:\(call.error): "), "\(call.method) on \(call.path): \(first.errors)")
                let (interface, member) = call.split
                let busctl = ["--user", "call", "--", name, call.path, interface, member] + call.arguments.busctl
                let second = try await Subprocess.run("/usr/bin/busctl", busctl, environment: desk.environment)
                #expect(second.code == 1 && second.errors.hasPrefix("Call failed: "), "\(call.method) on \(call.path): \(second.errors)")
            }
            #expect(try await desk.ask("status", "--json") == before)
        }
    }

    @Test
    func `C057: every node from the root introspects, and the object answers pings`() async throws {
        try await Desk.use { desk in
            _ = try await desk.startRecorder()
            for name in ["org.tallylight.Recorder1", "org.tallylight.Tallylight"] {
                for path in ["/", "/org", "/org/tallylight", WrongCall.object] {
                    let tree = try await desk.run("gdbus", "introspect", "--session", "-d", name, "-o", path, "--xml").succeeded()
                    #expect(tree.output.contains("<node"))
                    let ping = try await desk.run("busctl", "--user", "call", name, path, "org.freedesktop.DBus.Peer", "Ping")
                    #expect(ping.code == 0, "\(path): \(ping.errors)")
                }
                #expect(try await desk.run("busctl", "--user", "tree", "--list", name).output.contains("\(WrongCall.object)\n"))
                let machine = try await desk.run("gdbus", "call", "--session", "-d", name, "-o", "/", "-m", "org.freedesktop.DBus.Peer.GetMachineId")
                #expect(machine.code == 0, "\(machine.errors)")
            }
        }
    }

    @Test
    func `C061: a hundred callers that leave before the answer get their way, and nothing is said about it`() async throws {
        try await Desk.use(sound: PrivatePulse.start(.pipe)) { desk in
            let recorder = try await desk.startRecorder()
            let call = "dbus-send --session --type=method_call --dest=org.tallylight.Recorder1 \(WrongCall.object) org.tallylight.Recorder1"
            let script = "for i in $(seq 100); do \(call).Process; done; \(call).Toggle; \(call).Toggle"
            try await Subprocess.run("/bin/sh", ["-c", script], environment: desk.environment, within: .seconds(60)).succeeded()
            let log = try await desk.follow()
            try await log.until("\"state\":\"paused\"")
            for _ in 0..<20 { try await closeAfterWriting("Toggle", on: desk) }
            for _ in 0..<20 { try await closeAfterWriting("Process", on: desk) }
            try await log.until("\"outcome\":")
            #expect(await recorder.errorsSoFar.split(separator: "\n").count < 10, "the log was flooded")
            #expect(try await desk.status("state") == "notRecording")
        }
    }

    /// A raw client: it connects, says hello, writes the call, and is gone.
    private func closeAfterWriting(_ member: MemberName, on desk: Desk) async throws {
        guard let bus = desk.bus else { return }
        try await onLoop {
            let connection = try await Connection.open(bus.address)
            try connection.send(MethodCall(member, of: "org.tallylight.Recorder1", on: "/org/tallylight/Recorder1", at: "org.tallylight.Recorder1"))
            await connection.close()
        }
    }
}

extension WrongCall {
    /// The method's interface and its name.
    fileprivate var split: (interface: String, member: String) {
        let parts = method.split(separator: ".")
        return (parts.dropLast().joined(separator: "."), String(parts.last ?? ""))
    }
}
