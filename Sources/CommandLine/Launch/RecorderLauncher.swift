// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import EventLoop
internal import Localization
internal import RecorderService

/// Starts a recorder: by the bus, where one is installed, else by itself and detached.
@LoopActor
struct RecorderLauncher: RecorderLaunching {
    private static let patience = Duration.seconds(5)

    let connection: Connection
    let commander: RemoteCommander

    func launch() async throws(RecordingError) {
        guard try await activate() == .notInstalled else { return }
        let path = try RecorderExecutable.find()
        let arrival = RecorderArrival()
        // Watched before it is started: its name cannot appear unseen.
        let name = try await watchName(arrival)
        let timer = LoopTimer(after: Self.patience) { arrival.end(.timedOut) }
        defer {
            name.cancel()
            timer.cancel()
        }
        switch DetachedProcess.start(path, []) {
        case .success(let child):
            // Whoever lives on reaps it in the end.
            _ = ChildReaper.reap(child) { arrival.processEnded($0) }
        case .failure(let failure): throw RecorderExecutable.cannotStart(path, failure.code)
        }
        if name.owner != nil { arrival.end(.arrived) }
        try await check(arrival.ending(), path)
    }

    private func activate() async throws(RecordingError) -> Activation {
        do throws(RecordingError) {
            return try await commander.launchByActivation()
        } catch {
            guard error.name == .notAnswering else { throw error }
            throw RecordingError(
                .cancelled, localized("The recorder that is installed could not be started through the session bus. {reason}", ["reason": error.message]))
        }
    }

    private func watchName(_ arrival: RecorderArrival) async throws(RecordingError) -> NameWatch {
        do throws(BusError) {
            return try await connection.watch(RecorderNames.bus) { change in
                if change.new != nil { arrival.end(.arrived) }
            }
        } catch {
            throw RecordingError(.noBus, error.description)
        }
    }

    private func check(_ ending: RecorderArrival.Ending, _ path: String) throws(RecordingError) {
        switch ending {
        case .arrived: return
        case .died(let reason):
            throw RecordingError(
                .cancelled, localized("The recorder was started, but it ended at once ({reason}). “tallylight serve” shows why.", ["reason": reason]))
        case .refused:
            throw RecordingError(
                .invalidState,
                localized("Another recorder keeps its takes in the same folder, and is not on this session bus. Control it in the session it was started in, or end it there with “tallylight quit”."))
        case .timedOut:
            throw RecordingError(
                .notAnswering, localized("The recorder was started, but it is not on the bus after {seconds} s. “tallylight status” tells when it is.", ["seconds": "5"]))
        }
    }
}
