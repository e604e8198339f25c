// SPDX-License-Identifier: MIT

public import Commanding
public import DBus
public import EventLoop
internal import Logging
public import Recording

/// Keeps a take safe from what the login manager does with the machine.
///
/// While it records, the session does not count as unused: whoever dictates touches neither key nor mouse. While a take has sound that is open, sleep and shutdown wait until it is on disk.
/// What is done when the screen is locked is up to the user: nothing by itself. Without a system bus, without logind, or without its consent everything is as it would be without this.
@LoopActor
public final class LoginGuard: Reporting {
    private let findBus: @Sendable () throws(BusError) -> BusAddress
    private let staysAwake: Bool
    private let save: @LoopActor () async -> Void
    private let isLocked: (@LoopActor () -> Void)?
    private var wanted: Set<InhibitorLock.Purpose> = []
    private var isTakeOpen = false
    private var isLeaving = false
    private var locks: [InhibitorLock.Purpose: InhibitorLock] = [:]
    /// What can't be had: it is asked for again when it is wanted anew.
    private var refused: Set<InhibitorLock.Purpose> = []
    /// How often each was wanted anew.
    private var wishes: [InhibitorLock.Purpose: Int] = [:]
    private var connection: Connection?
    private var subscriptions: [Subscription] = []
    private var screen: ScreenLock?
    private var runner: Task<Void, Never>?
    private var saving: Task<Void, Never>?

    /// A guard that holds no lock.
    ///
    /// - Parameters:
    ///   - staysAwake: whether the session counts as used while a take is recording.
    ///   - bus: where the system bus is, asked each time it is needed.
    ///   - isLocked: called when the screen is locked while a take is recording or paused; nil where nobody wants to know.
    ///   - save: pauses the take and returns when all of it is on disk; called before the machine goes.
    public nonisolated init(
        staysAwake: Bool, bus: @escaping @Sendable () throws(BusError) -> BusAddress = BusAddress.system, whenLocked isLocked: (@LoopActor () -> Void)? = nil,
        save: @escaping @LoopActor () async -> Void
    ) {
        self.staysAwake = staysAwake
        findBus = bus
        self.save = save
        self.isLocked = isLocked
    }

    /// The recorder shows `activity` from now on.
    public nonisolated func report(_ activity: Activity) {
        LoopActor.assumeIsolated { follow(activity) }
    }

    private func follow(_ activity: Activity) {
        isTakeOpen = activity.state != .notRecording
        switch activity.state {
        case .recording: want(staysAwake ? [.stayAwake, .saveFirst] : [.saveFirst])
        case .paused: want([.saveFirst])
        case .notRecording, .processing: want([])
        }
        update()
    }

    private func want(_ purposes: Set<InhibitorLock.Purpose>) {
        for purpose in purposes.subtracting(wanted) {
            refused.remove(purpose)
            wishes[purpose, default: 0] += 1
        }
        // Given back at once; to take it again needs a question.
        for purpose in wanted.subtracting(purposes) { locks[purpose] = nil }
        wanted = purposes
    }

    // MARK: Locks

    /// Brings locks and connection in line with what is wanted, now or after what is under way.
    private func update() {
        guard runner == nil, next != nil else { return }
        runner = Loop.shared.task {
            while let next = self.next { await self.perform(next) }
            self.runner = nil
        }
    }

    private enum Step {
        case take(InhibitorLock.Purpose)
        case leave
    }

    private var next: Step? {
        for purpose in InhibitorLock.Purpose.allCases where locks[purpose] == nil && !refused.contains(purpose) {
            if mayHold(purpose) { return .take(purpose) }
        }
        return !isTakeOpen && connection != nil ? .leave : nil
    }

    /// Whoever goes to sleep waits for no new lock.
    private func mayHold(_ purpose: InhibitorLock.Purpose) -> Bool { wanted.contains(purpose) && !(purpose == .saveFirst && isLeaving) }

    private func perform(_ step: Step) async {
        switch step {
        case .take(let purpose): await take(purpose)
        case .leave: await leave()
        }
    }

    private func take(_ purpose: InhibitorLock.Purpose) async {
        let wish = wishes[purpose]
        do throws(BusError) {
            let lock = try await InhibitorLock(for: purpose, from: manager())
            if mayHold(purpose) { locks[purpose] = lock }
        } catch {
            // Late, it is the answer to a wish that is over.
            if wish == wishes[purpose] { refused.insert(purpose) }
            log.info("logind holds nothing off: \(error)")
        }
    }

    /// logind, over the connection of this take.
    private func manager() async throws(BusError) -> RemoteObject {
        func manager(over connection: Connection) -> RemoteObject {
            RemoteObject("org.freedesktop.login1.Manager", on: "/org/freedesktop/login1", at: "org.freedesktop.login1", over: connection)
        }
        if let connection { return manager(over: connection) }
        let opened = try await Connection.open(findBus())
        opened.onClose { [weak self, weak opened] in
            if self?.connection === opened { self?.forget() }
        }
        connection = opened
        refused.remove(.saveFirst)
        let logind = manager(over: opened)
        // Heard before the lock is there, so that nothing comes in between.
        for signal in ["PrepareForSleep", "PrepareForShutdown"] as [MemberName] {
            let rule = MatchRule(sender: logind.destination, path: logind.path, interface: logind.interface, member: signal)
            subscriptions.append(try await opened.subscribe(to: rule) { [weak self] in self?.receive($0) })
        }
        await watchScreen(of: logind)
        return logind
    }

    private func watchScreen(of logind: RemoteObject) async {
        guard let isLocked else { return }
        do throws(BusError) {
            screen = try await ScreenLock(from: logind, whenLocked: isLocked)
        } catch {
            log.notice("nobody tells when the screen is locked: \(error)")
        }
    }

    /// Lets the system bus go: a recorder at rest needs none.
    private func leave() async {
        let left = connection
        forget()
        await left?.close()
    }

    /// What is not heard of is not held up either.
    private func forget() {
        for subscription in subscriptions { subscription.cancel() }
        screen?.cancel()
        (subscriptions, screen, connection, isLeaving) = ([], nil, nil, false)
        locks[.saveFirst] = nil
        refused.insert(.saveFirst)
    }

    // MARK: Sleep and shutdown

    private func receive(_ signal: SignalMessage) {
        guard signal.arguments.signature == "b" else { return }
        isLeaving = signal.arguments[0] == .boolean(true)
        if isLeaving { saveNow() } else { update() }
    }

    private func saveNow() {
        guard saving == nil else { return }
        saving = Loop.shared.task {
            await self.save()
            if self.isLeaving { self.locks[.saveFirst] = nil }
            self.saving = nil
        }
    }
}
