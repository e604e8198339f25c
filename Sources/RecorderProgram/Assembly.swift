// SPDX-License-Identifier: MIT

internal import Capture
internal import CommandLine
internal import Commanding
internal import DBus
internal import EventLoop
internal import Localization
internal import Logging
internal import Logind
internal import MediaPlayer
internal import Notifying
internal import RecorderService
internal import Recording
internal import Storage
internal import Terminal
internal import Transcription

/// Puts the recorder together from its parts.
///
/// The order matters: the bus before anything is touched, so that a recorder that can't be one leaves no trace; the lock on the data folder before anything is read there; the object
/// on the bus before its names, and the names last, so that whoever sees the name finds a recorder that takes commands.
@LoopActor
struct Assembly {
    private let arguments: RecorderArguments
    /// The environment, read once: engines, notifications and the indicator get all of it.
    private let variables = ProcessEnvironment.all

    nonisolated init(_ arguments: RecorderArguments) { self.arguments = arguments }

    /// Runs the recorder from beginning to end.
    ///
    /// - Returns: the exit code, and the signal that asked for the end, if one did.
    func run() async -> (ExitCode, signal: Int32?) {
        if arguments.terminal, let problem = TerminalCheck.problem() { return (say(problem), nil) }
        if let engine = arguments.engine, !Transcriber.engineNames.contains(engine) { return (say(Self.unknown(engine), .usage), nil) }
        do throws(RecordingError) {
            return try await live(with: XDGDirectories(environment: ProcessEnvironment.values(of: XDGDirectories.variables)))
        } catch {
            return (say(error.message, error.name == .invalidState ? .refused : .failed), nil)
        }
    }

    private func live(with directories: XDGDirectories) async throws(RecordingError) -> (ExitCode, signal: Int32?) {
        let (bus, refusal) = await findBus()
        if let refusal { return (refusal, nil) }
        let configuration = configuration(of: directories)
        // What is wrong with the file as a whole names it itself.
        let problems = configuration.warnings.map { $0.line == 0 ? $0.message : "\(directories.configurationFile):\($0.line): \($0.message)" }
        for problem in problems {
            log.warning(problem)
        }
        if let problem = Log.problem { log.warning(problem) }
        let store = TakeStore(directories, lock: try lock(directories), discardedPeriod: configuration.discardedPeriod, wallTime: SystemClock.wallTime)
        let recorder = recorder(of: directories, configuration, store)
        let activity = await recorder.open()
        let commander = RecordingCommander(model: recorder, activity: activity, on: Loop.shared)
        let object = RecorderObject(showing: activity, version: Product.version)
        await recorder.attach(TakeLog(showing: activity))
        await recorder.attach(commander)
        await recorder.attach(object)
        let process = RecorderProcess(recorder, commander)
        await attachDesktop(to: process, showing: activity, configuration, directories)
        await recorder.listen()

        let signals = SignalWatch(RecorderProcess.handled) { process.receive(signal: $0) }
        defer { signals.cancel() }
        if let bus, let refusal = await takePresence(process, object, on: bus) { return (refusal, nil) }
        if arguments.terminal {
            process.show()
            if let problem = problems.first { process.session?.say(problem) }
        }
        return (await process.untilEnded(), process.fatalSignal)
    }

    /// Puts the take on what the desktop has for it, as far as the user wants that.
    private func attachDesktop(to process: RecorderProcess, showing activity: Activity, _ configuration: Configuration, _ directories: XDGDirectories) async {
        if configuration.isMediaPlayer {
            let player = PlayerSurface(showing: activity, commanding: process.commander)
            await process.recorder.attach(player)
            process.follow { player.connect(to: $0) }
        }
        let recorder = process.recorder
        let pause: @LoopActor () -> Void = { _ = Loop.shared.task { await process.pause() } }
        await recorder.attach(
            LoginGuard(staysAwake: configuration.inhibitsIdle, whenLocked: configuration.pausesWhenLocked ? pause : nil) { await recorder.prepareForSleep() })
        if configuration.showsNotifications {
            let notifications = notifications(of: process.commander, showing: activity, directories)
            await process.recorder.attach(notifications)
            process.follow { notifications.connect(to: $0) }
            process.beforeLeaving { await notifications.withdraw() }
        }
        if configuration.copiesText || !configuration.hook.isEmpty {
            await recorder.attach(TextDelivery(of: process.commander, environment: variables, copies: configuration.copiesText, hook: configuration.hook))
        }
        if configuration.startsIndicator {
            let starter = IndicatorStarter(showing: activity, environment: variables)
            await process.recorder.attach(starter)
            process.follow { starter.connect(to: $0) }
        }
    }

    // MARK: The bus

    private typealias SessionBus = (address: BusAddress, connection: Connection)

    /// The session bus, with no recorder on it, if there is one; or the exit code when there is no point in going on.
    private func findBus() async -> (SessionBus?, refusal: ExitCode?) {
        do throws(BusPresence.Failure) {
            let address: BusAddress
            do throws(BusError) {
                address = try BusAddress.session()
            } catch {
                throw .noBus(reason: error.description)
            }
            return ((address, try await BusPresence.connect(to: address)), nil)
        } catch {
            return (nil, refusal(error))
        }
    }

    /// Takes the names on the bus.
    ///
    /// - Returns: the exit code when there is no point in going on.
    private func takePresence(_ process: RecorderProcess, _ object: RecorderObject, on bus: SessionBus) async -> ExitCode? {
        do throws(BusPresence.Failure) {
            try await process.takePresence(object, over: bus.connection, at: bus.address)
            return nil
        } catch {
            return refusal(error)
        }
    }

    /// Says why the recorder is not on the bus; without a bus only a terminal makes sense.
    ///
    /// - Returns: the exit code when there is no point in going on.
    private func refusal(_ failure: BusPresence.Failure) -> ExitCode? {
        switch failure {
        case .alreadyRunning:
            return say(localized("A recorder is running already. “tallylight” shows it."), .refused)
        case .noBus(let reason) where arguments.terminal:
            log.warning("\(reason) \(localized("The recorder works all the same, but only in this terminal."))")
            return nil
        case .noBus(let reason):
            return say(localized("{reason} A recorder without a terminal needs the session bus.", ["reason": reason]))
        }
    }

    // MARK: Parts

    private func configuration(of directories: XDGDirectories) -> Configuration {
        var configuration = Configuration(file: directories.configurationFile, environment: ProcessEnvironment.values(of: Configuration.variables))
        if let device = arguments.device { configuration.device = device }
        if let language = arguments.language { configuration.language = language }
        if let engine = arguments.engine { configuration.engine = engine }
        return configuration
    }

    private static func unknown(_ engine: String) -> String {
        let values = ["name": engine, "names": Transcriber.engineNames.joined(separator: ", ")]
        return localized("There is no speech engine called “{name}”. Give --engine one of: {names}.", values)
    }

    /// The right to use the data folder; nil when there can be no such folder, so that a start says why.
    private func lock(_ directories: XDGDirectories) throws(RecordingError) -> DataFolderLock? {
        do throws(RecordingError) {
            return try DataFolderLock(directories)
        } catch  where error.name != .invalidState && error.name != .permissionDenied {
            log.error("\(error)")
            return nil
        }
    }

    private func recorder(of directories: XDGDirectories, _ configuration: Configuration, _ store: TakeStore) -> Recorder {
        let environment = EngineEnvironment(variables: variables, dataFolder: directories.dataFolder, command: configuration.engineCommand, worker: RecorderMain.path)
        let worker = WorkerThread(name: "engines")
        let ports = Recorder.Ports(
            capture: PulseCapture(device: configuration.device), store: store,
            transcriber: Transcriber(environment: environment, engine: configuration.engine, worker: worker),
            preinstaller: EnginePreinstaller(environment: environment, engine: configuration.engine, isEnabled: configuration.installsEngines, worker: worker),
            clock: SystemClock())
        return Recorder(ports, locale: configuration.language, on: Loop.shared)
    }

    private func notifications(of commander: RecordingCommander, showing activity: Activity, _ directories: XDGDirectories) -> NotificationReporter {
        NotificationReporter(
            commanding: commander, showing: activity, record: "\(directories.stateFolder)/notification", environment: variables, wallTime: SystemClock.wallTime)
    }

    private func say(_ sentence: String, _ code: ExitCode = .failed) -> ExitCode {
        log.error(sentence)
        return code
    }
}
