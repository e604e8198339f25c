// SPDX-License-Identifier: MIT

public import Commanding
internal import Localization
internal import Logging

let log = Log("recorder")

/// The model: a ``RecordingMachine`` that decides, and the ports through which its effects happen.
///
/// Everything that touches the capture goes through `chain`, one after the other in the order of the effects; turning speech into text is a `job` beside it, so that a take can start
/// while the engine of a discarded one is still being ended. What comes back from either is one more event for the machine.
public actor Recorder: RecordingPerforming {
    /// What the recorder works with.
    public struct Ports: Sendable {
        var capture: any Capturing
        var store: any Storing
        var transcriber: any Transcribing
        var preinstaller: any Preinstalling
        var clock: any RecorderClock

        /// One adapter for each port.
        public init(
            capture: any Capturing, store: any Storing, transcriber: any Transcribing, preinstaller: any Preinstalling, clock: any RecorderClock
        ) {
            self.capture = capture
            self.store = store
            self.transcriber = transcriber
            self.preinstaller = preinstaller
            self.clock = clock
        }
    }

    let executor: any SerialExecutor & TaskExecutor
    let ports: Ports
    var machine: RecordingMachine
    private var reporters: [any Reporting] = []
    private var tickets: UInt64 = 0
    /// Who waits for an answer, by the numbers of the tickets.
    private var waiting: [UInt64: CheckedContinuation<Result<Activity, RecordingError>, Never>] = [:]
    private var endWaiters: [CheckedContinuation<Void, Never>] = []
    private var hasEnded = false
    private var listeners: [Task<Void, Never>] = []
    private var chain: Task<Void, Never>?
    var job: (session: SessionID, task: Task<Void, Never>)?
    /// Puts discarded takes aside, one after the other, each when its engine has ended.
    var discarding: Task<Void, Never>?
    var janitor: Task<Void, Never>?
    /// Looks whether there is an engine, beside whatever goes on.
    var engineLook: Task<Void, Never>?
    /// Takes that a crash has torn, found at the start.
    private var torn: [SessionID] = []
    /// Mend them, and torn takes that are brought back, beside whatever goes on.
    ///
    /// Those that were found at the start are under no session.
    private var mendings: [SessionID: Task<Void, Never>] = [:]
    /// The take whose capture is open, if any.
    var capturing: SessionID?

    /// The executor given at initialisation.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// A recorder of takes in `locale`, a BCP 47 tag.
    ///
    /// Nothing happens before ``open()``; then reporters are attached, and then it begins to ``listen()``.
    public init(_ ports: Ports, locale: String, on executor: any SerialExecutor & TaskExecutor) {
        self.ports = ports
        self.executor = executor
        machine = RecordingMachine(locale: locale)
    }

    /// Looks for takes that were kept.
    ///
    /// - Returns: what displays show at first.
    public func open() async -> Activity {
        let kept = await ports.store.kept()
        torn = kept.filter(\.isTorn).map(\.session)
        machine = RecordingMachine(locale: machine.locale, kept: kept.map(\.session))
        return machine.activity
    }

    /// Tells `reporter` of every transition from now on, after those attached before it.
    public func attach(_ reporter: any Reporting) {
        reporters.append(reporter)
    }

    /// Listens to what the ports say by themselves from now on; to be called when all reporters are attached, so that they miss nothing of it.
    public func listen() {
        let (capture, preinstaller) = (ports.capture.events, ports.preinstaller.events)
        listeners = [
            task { recorder in
                for await event in capture { recorder.receive(.capture(event)) }
            },
            task { recorder in
                for await event in preinstaller { recorder.heard(event) }
            },
        ]
        engineLook = task { await $0.lookForEngine() }
        if !torn.isEmpty { mendings[.none] = task { [torn] in await $0.mend(torn) } }
        tidyUp()
    }

    /// Waits until the recorder was told to end, by ``quit(force:)`` or ``shutDown()``, and has no take open any more.
    public func untilEnded() async {
        guard !hasEnded else { return }
        await withCheckedContinuation { endWaiters.append($0) }
    }

    // MARK: What can be asked

    /// Carries a command out, after all that were sent before.
    public func perform(_ command: RecordingCommand, session: SessionID?) async throws(RecordingError) -> Activity {
        try await answer { .command($0, command, session: session) }.get()
    }

    /// The level of the microphone in dBFS.
    public func inputLevel() async throws(RecordingError) -> Double { await ports.capture.level() }

    /// The text of a take that was processed.
    public func transcript(of session: SessionID) async throws(RecordingError) -> Transcript { try await ports.store.transcript(of: session) }

    /// Names an open or kept take; the title becomes one line.
    public func setTitle(_ title: String, of session: SessionID) async throws(RecordingError) {
        let title = try TakeTitle(title)
        try await ports.store.setTitle(title.text, of: session)
        receive(.titled(session, title.text))
    }

    /// Says in which language an open or kept take is spoken.
    public func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError) {
        guard let tag = LanguageTag.normalized(locale) else {
            throw RecordingError(.invalidArguments, localized("“{text}” is no language tag. Write it as “en” or “de-CH”. Nothing was changed.", ["text": locale]))
        }
        try await ports.store.setLocale(tag, of: session)
        receive(.spoken(session, locale: tag))
    }

    /// The takes that are over and can still be processed or brought back; what is on its way to the one or the other is in neither list.
    public func takes() async throws(RecordingError) -> [ListedTake] {
        let takes = await ports.store.takes()
        return takes.filter { $0.state == .discarded || machine.activity.kept.contains($0.session) }
    }

    /// Brings a discarded take back as a kept one.
    public func recover(_ session: SessionID) async throws(RecordingError) -> SessionID {
        // What was just discarded may be on its way.
        await chain?.value
        await discarding?.value
        let take = try await ports.store.recover(session)
        receive(.recovered(take.session))
        if take.isTorn {
            mendings[take.session] = task {
                _ = await $0.ports.store.mend(take.session)
                $0.mendings[take.session] = nil
            }
        }
        return take.session
    }

    /// Ends the recorder; refused while a take is open, unless forced: then its audio is saved.
    public func quit(force: Bool) async throws(RecordingError) {
        if machine.isBusy, !force { throw .quitRefused(in: machine.activity.state) }
        await shutDown()
    }

    /// The machine goes to sleep: the take is paused as an interruption, and all of it is on disk when this returns.
    ///
    /// What was asked for before is not waited for: a start that is under way finds no sound, and says so.
    public func prepareForSleep() async { await ports.capture.suspend() }

    /// Saves the audio of an open take and ends the recorder.
    public func shutDown() async {
        _ = await answer { .shutdown($0) }
        await chain?.value
        await discarding?.value
        await ports.preinstaller.cancel()
        for listener in listeners {
            listener.cancel()
        }
        janitor?.cancel()
        for mending in mendings.values { mending.cancel() }
        await engineLook?.value
        hasEnded = true
        for waiter in endWaiters {
            waiter.resume()
        }
        endWaiters = []
    }

    // MARK: The machine

    private func answer(to event: (Ticket) -> RecordingEvent) async -> Result<Activity, RecordingError> {
        tickets += 1
        let ticket = Ticket(tickets)
        let event = event(ticket)
        return await withCheckedContinuation { continuation in
            waiting[ticket.number] = continuation
            receive(event)
        }
    }

    /// Offers takes that a crash had torn, to all who show such things.
    func report(recovered takes: [StoredTake]) {
        for reporter in reporters { reporter.report(recovered: takes) }
    }

    func receive(_ event: RecordingEvent) {
        for effect in machine.receive(event, at: ports.clock.now) {
            run(effect)
        }
    }

    private func run(_ effect: RecordingEffect) {
        switch effect {
        case .publish(let activity): for reporter in reporters { reporter.report(activity) }
        case .warn(let notice, let details, let session): for reporter in reporters { reporter.report(notice, details, session: session) }
        case .report(let result): for reporter in reporters { reporter.report(result) }
        case .complain(let failure): for reporter in reporters { reporter.report(failure) }
        case .answer(let ticket, let result): waiting.removeValue(forKey: ticket.number)?.resume(returning: result)
        case .startTake: next { await $0.startTake() }
        case .pauseCapture: next { await $0.pauseCapture() }
        case .resumeCapture: next { await $0.resumeCapture() }
        case .processTake(let session): next { await $0.processTake(session) }
        case .discardTake(let session): next { await $0.discardTake(session) }
        case .saveTake(let session): next { await $0.saveTake(session) }
        }
    }

    // MARK: Tasks

    /// Runs `body` after all that was put into the chain before.
    private func next(_ body: @escaping @Sendable (isolated Recorder) async -> Void) {
        let previous = chain
        chain = Task(executorPreference: executor) {
            await previous?.value
            await body(self)
        }
    }

    /// Starts a task that stays on the recorder's executor.
    func task(_ body: @escaping @Sendable (isolated Recorder) async -> Void) -> Task<Void, Never> {
        Task(executorPreference: executor) { await body(self) }
    }
}
