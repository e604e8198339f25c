// SPDX-License-Identifier: MIT

public import Commanding
public import DBus
public import EventLoop
internal import Localization
internal import Logging

/// The recorder's life on the bus: it connects, puts the object there, then asks for the names; and does it all again when the bus was away.
///
/// Object first, names last: a call that the name attracts finds everything in place. Losing the bus changes nothing else: the recorder goes on, and is found again, as it is then,
/// when the bus is back.
@LoopActor
public final class BusPresence {
    /// What happens to a presence by itself.
    public enum Change: Sendable {
        /// The bus is gone. The presence looks for it until it is closed.
        case lost
        /// The bus is back, and the names are ours again.
        case regained
    }

    /// Why there is no presence.
    public enum Failure: Error, Hashable, Sendable {
        /// No bus could be reached; the reason is a sentence for people.
        case noBus(reason: String)
        /// Another recorder owns the name.
        case alreadyRunning
    }

    /// How long a bus that is about to be left may take to answer: a hung one must not keep the recorder from ending.
    private static let patience = Duration.seconds(1)

    private let object: RecorderObject
    private let recorder: any RecordingCommanding
    private let address: BusAddress
    private let onChange: @LoopActor (Change) -> Void
    /// The connection to the bus, while there is one; the recorder's only one, so that whoever speaks to its desktop does so over it.
    public private(set) var connection: Connection?
    private var search: Task<Void, Never>?

    /// A presence of `object` that hands calls to `recorder`.
    ///
    /// Nothing happens before ``open()``.
    public init(
        of object: RecorderObject, commanding recorder: any RecordingCommanding, at address: BusAddress, onChange: @escaping @LoopActor (Change) -> Void = { _ in }
    ) {
        self.object = object
        self.recorder = recorder
        self.address = address
        self.onChange = onChange
    }

    /// Whether the recorder can be reached over the bus now.
    public var isOpen: Bool { connection != nil }

    /// Connects to the bus at `address`, where no recorder is running yet.
    ///
    /// For one who wants to know that before touching anything; ``open(over:)`` makes sure of it.
    public static func connect(to address: BusAddress) async throws(Failure) -> Connection {
        do throws(BusError) {
            let connection = try await Connection.open(address)
            guard try await connection.owner(of: RecorderNames.bus) != nil else { return connection }
            await connection.close()
        } catch {
            throw .noBus(reason: error.description)
        }
        throw .alreadyRunning
    }

    /// Takes the names, over `connection` or a new one.
    public func open(over connection: Connection? = nil) async throws(Failure) {
        let connection = if let connection { connection } else { try await Self.connect(to: address) }
        object.serve(recorder, over: connection)
        do throws(Failure) {
            try await takeNames(over: connection)
        } catch {
            object.serve(recorder, over: nil)
            await connection.close()
            throw error
        }
        self.connection = connection
        connection.onClose { [weak self] in self?.closed(connection) }
    }

    /// Sends what is still to be sent, gives the names back and leaves the bus.
    public func close() async {
        search?.cancel()
        await search?.value
        search = nil
        guard let connection else { return }
        self.connection = nil
        // Asked for, so that whoever comes next finds the names free: the bus notices a closed connection only a little later.
        for name in [RecorderNames.application, RecorderNames.bus] {
            _ = try? await connection.askBus("ReleaseName", [.string(name.text)], returning: "u", within: Self.patience)
        }
        object.serve(recorder, over: nil)
        await connection.close()
    }

    private func takeNames(over connection: Connection) async throws(Failure) {
        let isRecorder: Bool
        let isApplication: Bool
        do throws(BusError) {
            isRecorder = try await connection.requestName(RecorderNames.bus)
            isApplication = isRecorder ? try await connection.requestName(RecorderNames.application) : false
        } catch {
            throw .noBus(reason: error.description)
        }
        guard isRecorder else { throw .alreadyRunning }
        // The first name is the lock and the interface; the second only leads desktops to our desktop file.
        if !isApplication { log.warning("another program owns \(RecorderNames.application)") }
    }

    private func closed(_ connection: Connection) {
        guard self.connection === connection else { return }
        log.warning("the session bus is gone; looking for it")
        self.connection = nil
        object.serve(recorder, over: nil)
        search = Loop.shared.task { await self.searchBus() }
        onChange(.lost)
    }

    private func searchBus() async {
        guard await BusSearch.run(at: address, attempt: { try? await self.open() }) != nil else { return }
        log.notice("the session bus is back")
        onChange(.regained)
    }
}
