// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop

/// The search for a bus that is away: soon after its socket appears, and now and then in case that could not be seen.
@LoopActor
enum BusSearch {
    private static let firstDelay = Duration.milliseconds(100)

    /// Attempts again and again, until there is something found or the task is cancelled.
    ///
    /// - Returns: what was found; nil when the task was cancelled.
    static func run<Found: Sendable>(at address: BusAddress, attempt: @LoopActor () async -> Found?) async -> Found? {
        var nap: Task<Void, Never>?
        var delay = firstDelay
        let watches = address.socketPaths.compactMap { path in
            SocketWatch(path) {
                delay = firstDelay
                nap?.cancel()
            }
        }
        defer { for watch in watches { watch.cancel() } }
        // Where the socket is watched, naps are only for what the watch can't see, such as its folder being made anew.
        let lastDelay = Duration.seconds(watches.isEmpty ? 5 : 30)
        while !Task.isCancelled {
            let sleep = Loop.shared.task { [delay] in _ = try? await LoopTimer.sleep(for: delay) }
            nap = sleep
            await withTaskCancellationHandler {
                await sleep.value
            } onCancel: {
                sleep.cancel()
            }
            delay = min(delay * 2, lastDelay)
            if !Task.isCancelled, let found = await attempt() { return found }
        }
        return nil
    }
}
