// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc
internal import Synchronization

/// A client that sends one other client what nobody asked for: signals in the name of services, answers to calls that were not made, calls that want no answer.
final class Forger: Sendable {
    private let victim: String
    private let descriptor: Int32
    private let thread = WorkerThread(name: "forger")
    private let reader = WorkerThread(name: "forger's reader")
    private let sent = Atomic<Int>(0)

    /// How many messages it has sent.
    var count: Int { sent.load(ordering: .relaxed) }

    /// Joins the bus at `path`.
    init(at path: String, against victim: String) {
        self.victim = victim
        let descriptor = RawSocket.join(path)
        self.descriptor = descriptor
        // What the bus answers is read, lest it wait for us.
        reader.enqueue { while RawSocket.readMessage(from: descriptor) != nil {} }
    }

    /// Sends `count` messages; returns when the bus has taken them.
    func send(_ count: Int, seed: UInt64) async {
        await thread.run { [self] in
            var random = SplitMix(seed: seed)
            for _ in 0..<count {
                RawSocket.write(message(&random).bytes, to: descriptor)
                sent.add(1, ordering: .relaxed)
            }
        }
    }

    /// Leaves the bus.
    func stop() async {
        shutdown(descriptor, Int32(SHUT_RDWR))
        await reader.run {}
        close(descriptor)
    }

    private func message(_ random: inout SplitMix) -> RawMessage {
        let number = UInt32.random(in: 1...500, using: &random)
        var message = RawMessage(type: 2)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: message = signal("Finished", "org.tallylight.Recorder1", "/org/tallylight/Recorder1", "ss", RawMessage.strings(["x", "transcribed"]))
        case 1: message = signal("NameOwnerChanged", "org.freedesktop.DBus", "/org/freedesktop/DBus", "sss", RawMessage.strings(["org.tallylight.Recorder1", victim, ""]))
        case 2: message = signal("NameLost", "org.freedesktop.DBus", "/org/freedesktop/DBus", "s", RawMessage.string("org.tallylight.Recorder1"))
        case 3: message = signal("NotificationClosed", "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "uu", RawMessage.number(number) + RawMessage.number(2))
        case 4:
            message = signal("ActionInvoked", "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "us", RawMessage.number(number) + RawMessage.string("discard"))
        case 5:
            message = RawMessage(call: "Nope", on: "/org/tallylight/Recorder1", of: "org.tallylight.Recorder1", at: victim)
            message.flags = 1
        case 6: message.fields = [(5, "u", RawMessage.number(number)), (6, "s", RawMessage.string(victim))]
        default:
            message.type = 3
            message.fields = [(5, "u", RawMessage.number(number)), (6, "s", RawMessage.string(victim)), (4, "s", RawMessage.string("org.freedesktop.DBus.Error.NoReply"))]
        }
        message.serial = UInt32.random(in: 2...0x7fff_ffff, using: &random)
        return message
    }

    private func signal(_ member: String, _ interface: String, _ path: String, _ types: String, _ body: [UInt8]) -> RawMessage {
        RawMessage(signal: member, of: interface, on: path, to: victim, types, body)
    }
}
