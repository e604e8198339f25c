// SPDX-License-Identifier: MIT

internal import CommandLine
internal import Commanding
internal import DBus
internal import EventLoop
internal import Indicator
internal import Logging
internal import Recording

/// Has the indicator in the tray, where the desktop has one: at the start, when a tray appears, and when a take starts.
///
/// The indicator is a process of its own, and goes its own way: whether it starts, lives or dies is nothing to a take. One that the user has ended stays away until the next of these occasions,
/// and one that dies at once is not started again and again.
@LoopActor
final class IndicatorStarter: Reporting {
    /// The shortest time between two starts.
    private static let pause = Duration.seconds(10)

    private let environment: [String: String]
    private var tray: NameWatch?
    private var indicator: NameWatch?
    private var arrival: Task<Void, Never>?
    private var session: SessionID
    private var started: ContinuousClock.Instant?
    /// Whether the one that was started lives: on a new bus it has its name only when it has found that by itself.
    private var isRunning = false

    nonisolated init(showing activity: Activity, environment: [String: String]) {
        session = activity.session
        self.environment = environment
    }

    /// Looks after the tray of the session that `connection` leads to; a former connection is closed already.
    func connect(to connection: Connection) {
        arrival?.cancel()
        (tray, indicator) = (nil, nil)
        arrival = Loop.shared.task {
            do throws(BusError) {
                self.indicator = try await connection.watch(IndicatorNames.instance)
                self.tray = try await connection.watch(IndicatorNames.watcher) { [weak self] _ in self?.start() }
                self.start()
            } catch {
                log.debug("no tray is looked for: \(error)")
            }
        }
    }

    // MARK: Reporting

    nonisolated func report(_ activity: Activity) {
        LoopActor.assumeIsolated {
            guard activity.session != session else { return }
            session = activity.session
            if session != .none { start() }
        }
    }

    /// Starts the indicator, unless there is one, or no tray for it.
    private func start() {
        guard tray?.owner != nil, let indicator, indicator.owner == nil, !isRunning else { return }
        if let started, started.duration(to: .now) < Self.pause { return }
        guard let program = SiblingProgram.path(of: "tallylight") else { return log.notice("“tallylight” is not installed: there is no indicator") }
        started = .now
        do throws(ChildProcess.Failure) {
            try LaunchedProgram.start(ChildProcess.Command(program, ["indicator"], environment: environment)) { [weak self] in
                log.debug("the indicator has ended: \($0)")
                self?.isRunning = false
            }
            isRunning = true
        } catch {
            log.notice("the indicator was not started: \(error)")
        }
    }
}
