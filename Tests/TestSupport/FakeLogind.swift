// SPDX-License-Identifier: MIT

package import DBus
package import EventLoop
internal import Glibc

/// The part of logind that gives locks, on a bus of its own; it sees how long each is held.
@LoopActor
package final class FakeLogind {
    /// A lock that was asked for: what it is against, who asked, and in which mode.
    package struct Lock: Hashable, Sendable {
        package let what: String
        package let who: String
        package let mode: String

        /// A question as it arrives.
        package init(what: String, who: String, mode: String) {
            self.what = what
            self.who = who
            self.mode = mode
        }
    }

    /// What is answered instead of a lock.
    package var refusal: BusError?
    /// Where a question waits while it is closed.
    package var gate = Gate(isOpen: true)
    /// Whether those who ask are in the session, or services of its user's.
    package var isInSession = true
    /// The locks that were asked for, in order.
    package private(set) var questions: [Lock] = []
    /// Our ends of those that are held: each ends with its holder.
    private var held: [Int: (lock: Lock, watch: DescriptorWatch, end: FileDescriptor)] = [:]
    private var isLocked = false
    private var connection: Connection?
    private let lookout = Lookout()

    /// What it says of the machine: that it is about to go, or that it is back.
    package static var signals: [BusObject.Signal] { ["PrepareForSleep", "PrepareForShutdown"].map { BusObject.Signal($0, "b") } }

    private static let session: ObjectPath = "/org/freedesktop/login1/session/_31"

    /// One that is on no bus yet.
    package nonisolated init() {}

    /// The locks that are held now.
    package var locks: [Lock] { held.sorted { $0.key < $1.key }.map(\.value.lock) }

    /// How many connections beside our own the bus has.
    package func clients() async throws -> Int {
        guard let connection else { return 0 }
        let bus = RemoteObject("org.freedesktop.DBus", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus", over: connection)
        let names = try await bus.call("ListNames")[0].strings ?? []
        return names.filter { $0.hasPrefix(":") && $0 != connection.uniqueName.text }.count
    }

    /// Takes the name on `bus`.
    package func open(on bus: PrivateBus) async throws {
        let connection = try await Connection.open(bus.address)
        self.connection = connection
        let inhibit = BusObject.Method("Inhibit", in: "ssss", out: "h") { call in
            let words = call.arguments.map { $0.text ?? "" }
            return try await self.inhibit(Lock(what: words[0], who: words[1], mode: words[3]))
        }
        let sessionOfProcess = BusObject.Method("GetSessionByPID", in: "u", out: "o") { [self] _ in
            guard isInSession else { throw BusError.remote(name: "org.freedesktop.login1.NoSessionForPID", message: "the process is in no session") }
            return [.objectPath(Self.session)]
        }
        let manager = BusObject.Interface("org.freedesktop.login1.Manager", methods: [inhibit, sessionOfProcess], signals: Self.signals)
        connection.export(BusObject(path: "/org/freedesktop/login1", interfaces: [manager], introspection: "<node/>"))
        let hint = BusObject.Property("LockedHint", "b") { .boolean(self.isLocked) }
        let session = BusObject.Interface("org.freedesktop.login1.Session", properties: [hint], signals: [BusObject.Signal("Lock")])
        connection.export(BusObject(path: Self.session, interfaces: [session], introspection: "<node/>"))
        let display = BusObject.Property("Display", "(so)", change: .silent) { .structure([.string("1"), .objectPath(Self.session)]) }
        connection.export(
            BusObject(path: "/org/freedesktop/login1/user/self", interfaces: [BusObject.Interface("org.freedesktop.login1.User", properties: [display])], introspection: "<node/>"))
        guard try await connection.requestName("org.freedesktop.login1") else { throw BusError.invalid(reason: "there is another logind") }
    }

    /// Leaves the bus.
    package func close() async {
        for lock in held.values { lock.watch.cancel() }
        held = [:]
        await connection?.close()
    }

    /// Says that the machine is about to go, or that it is back.
    package func announce(_ signal: MemberName, _ isComing: Bool) {
        connection?.emit(signal, [.boolean(isComing)], of: "org.freedesktop.login1.Manager", on: "/org/freedesktop/login1")
    }

    /// Says that the screen is to be locked.
    package func lockScreen() { connection?.emit("Lock", of: "org.freedesktop.login1.Session", on: Self.session) }

    /// Says that the desktop has locked the screen by itself, or has unlocked it.
    package func hint(isLocked: Bool) {
        self.isLocked = isLocked
        connection?.emitPropertiesChanged(["LockedHint"], of: "org.freedesktop.login1.Session", on: Self.session)
    }

    /// The locks against something that are held now.
    package func locks(against what: String) -> [Lock] { locks.filter { $0.what == what } }

    /// Waits until `condition` holds, which is looked at after each change.
    package func until(_ condition: @escaping @LoopActor () -> Bool) async { await lookout.until(condition) }

    private func inhibit(_ lock: Lock) async throws -> [Value] {
        questions.append(lock)
        lookout.look()
        await gate.pass()
        if let refusal { throw refusal }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw BusError.remote(name: .limitsExceeded, message: "no descriptors: errno \(errno)")
        }
        let (end, number) = (FileDescriptor(owning: ends[0]), questions.count)
        let watch = DescriptorWatch(end.number, for: .readable) { [weak self] _ in
            guard let self, let lock = held.removeValue(forKey: number) else { return }
            // Its descriptor is closed with the last reference, which must come after.
            withExtendedLifetime(lock) { lock.watch.cancel() }
            lookout.look()
        }
        held[number] = (lock, watch, end)
        lookout.look()
        return [.fileDescriptor(FileDescriptor(owning: ends[1]))]
    }
}
