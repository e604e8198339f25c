// SPDX-License-Identifier: MIT

public import Commanding
public import DBus
public import EventLoop
internal import Localization

/// Follows whichever recorder there is, over restarts of recorders and of the bus.
///
/// It starts none. It says what it sees at once and at each change, where the same may be said twice. While nothing changes, nothing happens, but for two cases in which
/// nobody would tell: a recorder that does not answer is asked again now and then, and a bus that is away is looked for.
@LoopActor
public final class RecorderFollower {
    /// When a recorder that does not answer is asked again.
    private static let pause = Duration.seconds(5)

    private let address: BusAddress
    private let limits: RemoteCommander.Limits
    private let connected: @LoopActor (Connection) -> Void
    private let show: @LoopActor (RecorderSight) -> Void

    /// A follower of the recorder on the bus at `address`; nothing happens before ``run(over:)``.
    ///
    /// - Parameters:
    ///   - limits: how long a recorder may take to answer.
    ///   - connected: called with each connection to the bus, before anything is seen over it.
    ///   - show: called with what is seen.
    public nonisolated init(
        at address: BusAddress, limits: RemoteCommander.Limits = .standard, connected: @escaping @LoopActor (Connection) -> Void = { _ in },
        show: @escaping @LoopActor (RecorderSight) -> Void
    ) {
        self.address = address
        self.limits = limits
        self.connected = connected
        self.show = show
    }

    /// Follows until the task is cancelled, over `connection` as long as it lasts.
    public func run(over connection: Connection? = nil) async {
        var connection = if let connection { connection } else { try? await Connection.open(address) }
        while !Task.isCancelled {
            if let connection {
                connected(connection)
                await follow(over: connection)
                await connection.close()
            }
            guard !Task.isCancelled else { return }
            show(.absent(.busAway))
            connection = await BusSearch.run(at: address) { [address] in try? await Connection.open(address) }
        }
    }

    /// Follows all recorders that come and go, until the bus is gone.
    private func follow(over connection: Connection) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        connection.onClose { continuation.finish() }
        guard let recorder = try? await connection.watch(RecorderNames.bus, handler: { _ in continuation.yield() }) else { return }
        defer { recorder.cancel() }
        let commander = RemoteCommander(over: connection, limits: limits)
        continuation.yield()
        for await _ in changes {
            guard recorder.owner != nil else {
                show(.absent(.notRunning))
                continue
            }
            if await follow(commander) { continue }
            LoopTimer(after: Self.pause) { continuation.yield() }
        }
    }

    /// Follows one recorder, until it or the bus is gone.
    ///
    /// - Returns: false when it was there and could not be followed.
    private func follow(_ commander: RemoteCommander) async -> Bool {
        do throws(RecordingError) {
            for await activity in try await commander.activities() {
                show(.activity(activity))
            }
            return true
        } catch {
            show(.absent(error))
            return error.name != .notAnswering
        }
    }
}

extension RecordingError {
    fileprivate static var busAway: RecordingError {
        RecordingError(.noBus, localized("The session bus cannot be reached. The recorder shows up here again when it can."))
    }
}
