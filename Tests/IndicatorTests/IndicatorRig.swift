// SPDX-License-Identifier: MIT

import Commanding
import DBus
import EventLoop
import Recording
import TestSupport

@testable import Indicator

/// A real model on fake ports whose takes are in a tray on a bus of its own, and a client that is a host to it.
@LoopActor
final class IndicatorRig {
    let bus: PrivateBus
    let clock: ManualClock
    let capture: FakeCapture
    let transcriber: FakeTranscriber
    let reporter = SpyReporter()
    let commander: RecordingCommander
    let indicator: TrayIndicator
    let tray = FakeTray()
    let host = TrayHost()
    /// The indicator's connection.
    let service: Connection
    let client: Connection
    /// How often a recorder was asked for, and what that leads to.
    var launches = 0
    var launchError: RecordingError?
    /// Whether the user wants the indicator to end.
    var hasQuit = false

    init(on bus: PrivateBus, _ transcriber: FakeTranscriber, _ microphone: Gate, _ environment: [String: String], _ patience: Duration) async throws {
        self.bus = bus
        let faked = await FakedRecorder(transcriber: transcriber, microphone: microphone)
        let recorder = faked.recorder
        (clock, capture, self.transcriber, commander) = (faked.clock, faked.capture, transcriber, faked.commander)
        service = try await Connection.open(bus.address)
        client = try await Connection.open(bus.address)
        let clock = clock
        let owner = Owner()
        indicator = TrayIndicator(
            environment: environment, launch: { _ throws(RecordingError) in try owner.rig?.launch() }, quit: { owner.rig?.hasQuit = true },
            pace: WatcherRegistration.Pace(patience: patience, hostPatience: patience, firstDelay: .milliseconds(10), lastDelay: .milliseconds(40)), now: { clock.now })
        owner.rig = self
        await recorder.attach(Forwarder(indicator: indicator))
        await recorder.attach(commander)
        await recorder.attach(reporter)
        await recorder.listen()
        indicator.connect(to: service, commanding: commander)
        try await host.follow(service.uniqueName, over: client)
    }

    /// The item, by the connection that is it.
    var item: RemoteObject { RemoteObject("org.kde.StatusNotifierItem", on: "/StatusNotifierItem", at: service.uniqueName, over: client) }
    /// Its menu.
    var menu: RemoteObject { RemoteObject("com.canonical.dbusmenu", on: "/MenuBar", at: service.uniqueName, over: client) }

    /// Shows the recorder as it is now, as the first thing that is seen.
    func appear() async throws { indicator.show(.activity(try await commander.activity())) }

    /// Shows the recorder in a tray.
    func appearInTray() async throws {
        try await tray.open(at: bus.address)
        try await appear()
        await tray.entries(1)
    }

    @discardableResult
    func perform(_ command: RecordingCommand) async throws -> Activity { try await commander.perform(command, session: nil) }

    func state() async throws -> RecordingState { try await commander.activity().state }

    /// The rows of the menu as a host reads them.
    func rows() async throws -> [TrayRow] {
        let reply = try await menu.call("GetLayout", [.int32(0), .int32(-1), .strings([])], returning: "u(ia{sv}av)")
        return (reply[1].elements?[2].elements ?? []).compactMap { $0.elements.map(TrayRow.init) }
    }

    /// The row with this label.
    func row(_ label: String) async throws -> TrayRow {
        guard let row = try await rows().first(where: { $0.label == label }) else { throw BusError.invalid(reason: "there is no row “\(label)”: \(try await rows())") }
        return row
    }

    /// Clicks on a row as a host does.
    func click(_ id: Int32, data: Value = .string("")) async throws {
        _ = try await menu.call("Event", [.int32(id), .string("clicked"), .variant(data), .uint32(0)], returning: "")
    }

    func click(_ label: String) async throws { try await click(try await row(label).id) }

    private func launch() throws(RecordingError) {
        launches += 1
        if let launchError { throw launchError }
    }

    func close() async {
        _ = try? await perform(.finish)
        await tray.die()
        await service.close()
        await client.close()
    }

    /// What the indicator's closures reach the rig through.
    private final class Owner {
        weak var rig: IndicatorRig?
    }
}

/// A row of a menu as it is read.
struct TrayRow {
    let id: Int32
    let properties: [String: Value]

    init(_ members: [Value]) {
        id = Int32(truncatingIfNeeded: members[0].integer ?? -1)
        properties = members[1].options ?? [:]
    }

    var label: String { properties["label"]?.text ?? "" }
    var isEnabled: Bool { properties["enabled"]?.boolean ?? true }
}

/// Has the indicator show what the recorder reports, in its process.
private struct Forwarder: Reporting {
    let indicator: TrayIndicator

    func report(_ activity: Activity) { LoopActor.assumeIsolated { indicator.show(.activity(activity)) } }
    func report(_ result: TakeResult) {}
    func report(_ notice: Notice, _ details: NoticeDetails, session: SessionID) {}
}

/// Runs `body` on the loop with a recorder that can be in a tray.
///
/// - Parameters:
///   - microphone: where the microphone's work waits.
///   - environment: the variables of the session.
///   - patience: how long a tray may take to answer, and may be without a host.
func withIndicatorRig(
    transcriber: FakeTranscriber = FakeTranscriber(), microphone: Gate = Gate(isOpen: true), environment: [String: String] = [:], patience: Duration = .seconds(10),
    _ body: @escaping @LoopActor (IndicatorRig) async throws -> Void
) async throws {
    try await withPrivateBus { bus in
        try await onLoop {
            let rig = try await IndicatorRig(on: bus, transcriber, microphone, environment, patience)
            try await running {
                try await body(rig)
            } finally: {
                await rig.close()
            }
        }
    }
}
