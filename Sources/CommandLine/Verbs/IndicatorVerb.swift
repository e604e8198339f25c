// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import EventLoop
internal import Indicator
internal import Localization
internal import RecorderService

/// `indicator`: the recorder in the tray, over restarts of recorders, trays and the bus, until the user or the session ends it.
///
/// Signals end it at once: a tray forgets an item whose connection is gone, and nothing else has to be put in order.
@LoopActor
struct IndicatorVerb {
    /// How long it waits for a bus that is gone, as a recorder does: without one there is no session any more.
    private static let orphanLimit = Duration.seconds(60)

    let console: Console

    func run() async throws(RecordingError) -> ExitCode {
        let address = try CommandLineProgram.address()
        let first = try await CommandLineProgram.connect()
        guard await isAlone(on: first) else { throw RecordingError(.invalidState, localized("The indicator is running already.")) }
        let (endings, ending) = AsyncStream.makeStream(of: ExitCode.self, bufferingPolicy: .bufferingOldest(1))
        let indicator = TrayIndicator(environment: ProcessEnvironment.all, launch: Self.launch, quit: { ending.yield(.done) })
        var orphanTimer: LoopTimer?
        let follower = RecorderFollower(at: address) { connection in
            indicator.connect(to: connection, commanding: RemoteCommander(over: connection))
            guard connection !== first else { return }
            // On a new bus it may be the second one.
            _ = Loop.shared.task { if await !isAlone(on: connection) { ending.yield(.refused) } }
        } show: { sight in
            orphanTimer?.cancel()
            if case .absent(let error) = sight, error.name == .noBus { orphanTimer = LoopTimer(after: Self.orphanLimit) { ending.yield(.failed) } }
            indicator.show(sight)
        }
        let following = Loop.shared.task { await follower.run(over: first) }
        var iterator = endings.makeAsyncIterator()
        let code = await iterator.next(isolation: LoopActor.shared) ?? .done
        following.cancel()
        await following.value
        if code == .failed { console.complain(localized("The session bus stayed away: the indicator ends.")) }
        return code
    }

    /// Takes the name that only one indicator of a session has; a bus that is gone meanwhile is looked for later.
    private func isAlone(on connection: Connection) async -> Bool {
        (try? await connection.requestName(IndicatorNames.instance)) ?? true
    }

    private static func launch(on connection: Connection) async throws(RecordingError) {
        try await RecorderLauncher(connection: connection, commander: RemoteCommander(over: connection)).launch()
    }
}
