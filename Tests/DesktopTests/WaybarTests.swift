// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// `tallylight watch --format waybar` in Waybar, configured as the README says.
@Suite("A module of Waybar", .serialized, .timeLimit(.minutes(2)))
struct WaybarTests {
    /// What recording is drawn in, and everything else.
    private static let red = Colour(0xe5484d)
    private static let green = Colour(0xb0ffb0)
    /// The bars of two outputs, side by side.
    private static let bars = [0, 1].map { Picture.Area(x: $0 * 500..<$0 * 500 + 500, y: 0..<32) }

    private static func show(_ colour: Colour?) -> (Picture) -> Bool {
        { picture in bars.allSatisfy { bar in [red, green].allSatisfy { ($0 == colour) == (picture.count($0, in: bar) > 20) } } }
    }

    @Test
    func `the module ticks on two outputs, a click pauses, a middle click finishes, and a killed recorder leaves it empty until the next one`() async throws {
        let engine = StandInEngine()
        try await Desk.use(sound: PrivatePulse.start(), extra: engine.environment) { desk in
            let screen = try await SwayScreen(on: desk, outputs: 2, width: 500, height: 120)
            let waybar = try await WaybarModule(on: screen, of: desk)
            try await running {
                try await screen.until("empty bars", Self.show(nil))
                let recorder = try await desk.startRecorder()
                let log = try await desk.follow()
                try await desk.ask("start")
                var picture = try await screen.until("a time on both outputs", Self.show(Self.red))
                try await picture.save(as: "WaybarModule-recording")
                for _ in 1...2 {
                    let last = picture
                    picture = try await screen.until("another time on both outputs") { picture in Self.bars.allSatisfy { picture[$0] != last[$0] } }
                }
                try await screen.click(.left, at: try await screen.find(Self.red, in: Self.bars[1]))
                try await log.until("\"state\":\"paused\"")
                try await screen.until("that it is paused on both outputs", Self.show(Self.green)).save(as: "WaybarModule-paused")
                await recorder.send(SIGKILL)
                _ = try await recorder.finish()
                try await screen.until("empty bars without a recorder", Self.show(nil)).save(as: "WaybarModule-absent")
                _ = try await desk.startRecorder()
                let next = try await desk.follow()
                try await desk.ask("start")
                try await screen.until("the time of the next recorder", Self.show(Self.red)).save(as: "WaybarModule-again")
                try await screen.click(.middle, at: try await screen.find(Self.red, in: Self.bars[0]))
                try await next.until("\"outcome\":")
                try await screen.until("empty bars at the end", Self.show(nil))
            } finally: {
                await waybar.end()
                await screen.end()
            }
        }
    }
}
