// SPDX-License-Identifier: MIT

import DBus
import Glibc
import TestSupport
import Testing

/// The indicator in the trays of real bars.
@Suite("Trays", .serialized, .timeLimit(.minutes(2)))
struct TrayTests {
    /// What the icons of states are drawn in.
    static let red = Colour(0xe01b24)
    static let amber = Colour(0xcf7a00)
    static let blue = Colour(0x3584e4)

    /// Whether a bar has an icon in one of these colours and no other.
    private static func shows(_ colour: Colour?, in bar: Picture.Area) -> (Picture) -> Bool {
        { picture in [red, amber, blue].allSatisfy { ($0 == colour) == (picture.count($0, in: bar) > 0) } }
    }

    @Test
    func `a take can be seen in the tray of XFCE, and its menu and clicks lead it to its text`() async throws { try await lead(in: XfcePanel.self) }

    @Test
    func `a take can be seen in the tray of Waybar, and its menu and clicks lead it to its text`() async throws { try await lead(in: WaybarTray.self) }

    private func lead<Tray: TrayDesktop>(in tray: Tray.Type) async throws {
        let engine = StandInEngine.held()
        try await Tray.use(engine) { desk, tray, pulse in
            let screen = tray.screen
            try await screen.until("an empty tray", Self.shows(nil, in: Tray.bar)).save(as: "\(Tray.self)-idle")
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await desk.ask("start")
            await pulse.say(SoundComparison.tone(seconds: 1))
            let place = try await screen.find(Self.red, in: Tray.bar)
            try await screen.until("the icon of recording", Self.shows(Self.red, in: Tray.bar)).save(as: "\(Tray.self)-recording")
            try await tray.choose("Pause", of: ["Pause", "Finish"], at: place)
            try await log.until("\"state\":\"paused\"")
            try await screen.until("the icon of a paused take", Self.shows(Self.amber, in: Tray.bar)).save(as: "\(Tray.self)-paused")
            try await screen.click(.left, at: place)
            try await log.until("\"state\":\"recording\"")
            try await screen.until("the icon of recording", Self.shows(Self.red, in: Tray.bar))
            try await screen.click(.middle, at: place)
            try await log.until("\"state\":\"processing\"")
            try await screen.until("the icon of processing", Self.shows(Self.blue, in: Tray.bar)).save(as: "\(Tray.self)-processing")
            engine.release()
            try await log.until("\"outcome\":")
            try await screen.until("an empty tray", Self.shows(nil, in: Tray.bar))
        }
    }

    @Test
    func `the tray of XFCE is empty when the recorder is killed, until the next one records`() async throws { try await bereave(XfcePanel.self) }

    @Test
    func `the tray of Waybar is empty when the recorder is killed, until the next one records`() async throws { try await bereave(WaybarTray.self) }

    private func bereave<Tray: TrayDesktop>(_ kind: Tray.Type) async throws {
        try await Tray.use { desk, tray, _ in
            let first = try await desk.startRecorder()
            try await desk.ask("start")
            try await tray.screen.until("the icon of recording", Self.shows(Self.red, in: Tray.bar))
            await first.send(SIGKILL)
            _ = try await first.finish()
            try await tray.screen.until("an empty tray", Self.shows(nil, in: Tray.bar))
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            try await tray.screen.until("the icon of the next recorder", Self.shows(Self.red, in: Tray.bar))
        }
    }

    @Test
    func `C003: the panel of XFCE is killed twenty times in a take, which is in each tray anew`() async throws { try await restart(XfcePanel.self) }

    @Test
    func `C003: Waybar is killed twenty times in a take, which is in each tray anew`() async throws { try await restart(WaybarTray.self) }

    private func restart<Tray: TrayDesktop>(_ kind: Tray.Type) async throws {
        try await Tray.use { desk, tray, _ in
            _ = try await desk.startRecorder()
            let log = try await desk.follow()
            try await log.until("\"state\":\"notRecording\"")
            try await desk.ask("start")
            let session = try await desk.status("session")
            _ = try await tray.screen.find(Self.red, in: Tray.bar)
            let indicator = try await desk.owner(of: "org.tallylight.Indicator1")
            for _ in 1...20 {
                try await tray.restart()
                _ = try await tray.screen.find(Self.red, in: Tray.bar)
            }
            #expect(try await desk.owner(of: "org.tallylight.Indicator1") == indicator)
            try await desk.ask("pause")
            #expect(try await log.until("\"state\":\"paused\"").json("session") == session)
            let states = await log.process.outputSoFar.split(separator: "\n").map { String($0).json("state") }
            #expect(states.first == "notRecording" && states.dropFirst().dropLast().allSatisfy { $0 == "recording" }, "it was recorded all the while")
        }
    }
}
