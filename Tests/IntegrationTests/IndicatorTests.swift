// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

/// The indicator as users have it: a process of its own, in a tray.
@Suite("The recorder in the tray", .crowded, .timeLimit(.minutes(5)))
struct IndicatorTests {
    @Test
    func `C001: a recorder that finds a tray in a take starts the indicator, which shows the take, and clicks act`() async throws {
        let microphone = try await PrivatePulse.start(.pipe)
        try await TrayDesk.use(sound: microphone, hasTray: false) { table in
            _ = try await table.desk.startRecorder()
            try await table.desk.ask("start")
            try await table.desk.say(SoundComparison.noise(seconds: 0.5), into: microphone)
            #expect(try await table.desk.process(owning: TrayDesk.indicator) == nil)
            try await table.openTray()
            await table.tray.entries(1)
            #expect(try await table.property("Title") == "Tallylight: Recording")
            #expect(try await table.property("Status") == "Active")
            try await table.click()
            try await table.until(title: "Tallylight: Paused")
            try await table.choose("Resume")
            try await table.until(title: "Tallylight: Recording")
            try await table.click("SecondaryActivate")
            try await table.until(title: "Tallylight: Not recording")
            try await table.until(row: "Last text: \(StandInEngine.words)")
            #expect(await table.tray.calls.count == 1)
        }
    }

    @Test
    func `without a recorder a click starts one and a take, and Quit ends both`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe)) { table in
            let indicator = try await table.desk.start("tallylight", ["indicator"])
            await table.tray.entries(1)
            #expect(try await table.property("Status") == "Passive")
            #expect(try await table.desk.recorderProcess() == nil)
            try await table.click()
            try await table.until(title: "Tallylight: Recording")
            #expect(try await table.desk.status("state") == "recording")
            try await table.desk.ask("pause")
            try await table.desk.ask("discard")
            try await table.until(title: "Tallylight: Not recording")
            try await table.choose("Quit")
            #expect(try await indicator.finish().ending == .exited(0))
            try await table.until("org.tallylight.Recorder1", isOwned: false)
        }
    }

    @Test
    func `C003: fifty trays come and go in a take: each has the item once, nothing grows, and not a sample is lost`() async throws {
        let microphone = try await PrivatePulse.start(.pipe)
        try await TrayDesk.use(sound: microphone) { table in
            _ = try await table.desk.startRecorder()
            await table.tray.entries(1)
            try await table.desk.ask("start")
            try await table.until(title: "Tallylight: Recording")
            let process = try #require(try await table.desk.process(owning: TrayDesk.indicator))
            let files = ScratchFolder.names(in: "/proc/\(process)/fd").count
            let noise = SoundComparison.noise(seconds: 2)
            let speaking = Task { try await table.desk.say(noise, into: microphone) }
            for number in 0..<50 {
                await table.tray.die()
                try await table.openTray()
                await table.tray.entries(number + 2)
            }
            try await speaking.value
            let entries = await table.tray.entries
            #expect(entries.count == 51 && Set(entries).count == 1)
            #expect(ScratchFolder.names(in: "/proc/\(process)/fd").count == files)
            #expect(try await table.property("Title") == "Tallylight: Recording")
            try await table.desk.ask("finish", "--wait")
            #expect(try await table.desk.holds(noise, in: table.desk.audio))
        }
    }

    @Test
    func `C005: a tray that never answers delays no command`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe)) { table in
            await table.tray.setDeaf()
            _ = try await table.desk.startRecorder()
            await table.tray.until { table.tray.calls.count == 1 }
            try await table.desk.ask("start")
            let start = ContinuousClock.now
            for _ in 0..<10 { try await table.desk.ask("toggle") }
            let time = start.duration(to: .now)
            print("ten toggles beside a deaf tray, each a program of its own: \(time)")
            // One that waited for the tray would take as long as that may think: 10 s.
            #expect(time < .seconds(10))
            #expect(await table.tray.calls.count == 1, "all of that went on beside the first call")
            #expect(try await table.desk.status("state") == "recording")
        }
    }

    @Test
    func `recorder and bus are restarted beneath it, and it shows what is there then`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe)) { table in
            let indicator = try await table.desk.start("tallylight", ["indicator"])
            await table.tray.entries(1)
            let recorder = try await table.desk.startRecorder()
            try await table.desk.ask("start")
            try await table.until(title: "Tallylight: Recording")
            await recorder.send(SIGKILL)
            try await table.until(title: "Tallylight: No recorder")
            _ = try await table.desk.startRecorder()
            try await table.until(title: "Tallylight: Not recording")
            try await table.desk.ask("start")
            try await table.until(title: "Tallylight: Recording")
            let bus = try #require(table.desk.bus)
            bus.kill()
            let successor = try PrivateBus(in: bus.folder)
            defer { successor.kill() }
            try await table.openTray()
            let start = ContinuousClock.now
            await table.tray.entries(2)
            print("the item is back after \(start.duration(to: .now)) on a new bus")
            try await table.until(title: "Tallylight: Recording")
            try await table.click()
            try await table.until(title: "Tallylight: Paused")
            await indicator.terminate()
        }
    }

    @Test
    func `there is one per session: a second one is refused with a sentence, and without a bus there is none`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe)) { table in
            let first = try await table.desk.start("tallylight", ["indicator"])
            await table.tray.entries(1)
            let second = try await table.desk.tallylight("indicator")
            #expect(second.code == 3 && second.errors == "tallylight: The indicator is running already.\n")
            await first.send(SIGTERM)
            #expect(try await first.finish().ending == .signalled(SIGTERM))
            try await table.until(TrayDesk.indicator, isOwned: false)
        }
        try await Desk.use(hasBus: false) { desk in
            let result = try await desk.tallylight("indicator")
            #expect(result.code == 1 && result.errors.hasSuffix(".\n"))
        }
    }

    @Test
    func `a take does not notice that the indicator dies, and nobody brings it back in that take`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe)) { table in
            _ = try await table.desk.startRecorder()
            await table.tray.entries(1)
            try await table.desk.ask("start")
            let before = try await table.desk.ask("status", "--json")
            kill(try #require(try await table.desk.process(owning: TrayDesk.indicator)), SIGKILL)
            try await table.until(TrayDesk.indicator, isOwned: false)
            let after = try await table.desk.ask("status", "--json")
            for key in ["state", "session"] { #expect(after.json(key) == before.json(key)) }
            try await table.desk.ask("pause")
            try await table.desk.ask("discard")
            #expect(try await table.desk.process(owning: TrayDesk.indicator) == nil)
        }
    }

    @Test
    func `who wants no indicator has none`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe), configuration: "indicator = no\n") { table in
            _ = try await table.desk.startRecorder()
            try await table.desk.ask("start")
            try await table.desk.ask("pause")
            #expect(try await table.desk.process(owning: TrayDesk.indicator) == nil)
            #expect(await table.tray.calls.isEmpty)
        }
    }

    @Test
    func `an indicator whose bus is gone for good ends by itself`() async throws {
        // Real time: the minute design.md gives a recorder.
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe)) { table in
            let indicator = try await table.desk.start("tallylight", ["indicator"])
            await table.tray.entries(1)
            table.desk.bus?.kill()
            let result = try await indicator.finish(within: .seconds(80))
            #expect(result.ending == .exited(1) && result.errors == "tallylight: The session bus stayed away: the indicator ends.\n")
        }
    }

    @Test
    func `ten thousand calls of one who reads no answer change nothing, cost no memory, and hold nobody up`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe)) { table in
            _ = try await table.desk.startRecorder()
            await table.tray.entries(1)
            try await table.desk.ask("start")
            try await table.until(title: "Tallylight: Recording")
            let process = try #require(try await table.desk.process(owning: TrayDesk.indicator))
            let sender = try #require(await table.tray.entries.last?.sender.text)
            _ = try await table.property("IconName")
            let before = try await Subprocess.peakMemory(of: process)
            let deaf = try await DeafClient(try #require(table.desk.bus))
            for (member, path) in [("Introspect", "/MenuBar"), ("Introspect", "/StatusNotifierItem"), ("GetLayout", "/MenuBar"), ("Activate", "/StatusNotifierItem"), ("NoSuch", "/MenuBar")] {
                await deaf.call(member, on: path, at: sender, times: 2000)
            }
            let start = ContinuousClock.now
            #expect(try await table.property("Status") == "Active")
            let time = start.duration(to: .now)
            print("a legal call after 10 000 deaf ones: \(time), memory \(before) → \(try await Subprocess.peakMemory(of: process)) kB")
            #expect(time < .seconds(5))
            #expect(try await Subprocess.peakMemory(of: process) < before + 8 << 10)
            #expect(try await table.desk.status("state") == "recording")
            deaf.close()
        }
    }

    @Test
    func `at rest it does not wake at all, and in a take hardly more than the time does`() async throws {
        try await TrayDesk.use(sound: PrivatePulse.start(.pipe)) { table in
            _ = try await table.desk.startRecorder()
            await table.tray.entries(1)
            let process = try #require(try await table.desk.process(owning: TrayDesk.indicator))
            var (before, sleeps) = (-1, sleeps(of: process))
            while sleeps != before {
                try await onLoop { try await LoopTimer.sleep(for: .milliseconds(200)) }
                (before, sleeps) = (sleeps, self.sleeps(of: process))
            }
            // Time itself is what is tested here: a timer would come once a second.
            try await onLoop { try await LoopTimer.sleep(for: .milliseconds(2200)) }
            #expect(self.sleeps(of: process) == before)
            try await table.desk.ask("start")
            try await table.until(title: "Tallylight: Recording")
            before = self.sleeps(of: process)
            try await onLoop { try await LoopTimer.sleep(for: .milliseconds(3200)) }
            let ticking = self.sleeps(of: process) - before
            print("the indicator woke \(ticking) times in 3.2 s of recording, and not at all at rest")
            #expect((3...12).contains(ticking))
        }
    }

    /// How often the threads of a process have gone to sleep by themselves.
    private func sleeps(of process: Int32) -> Int {
        ScratchFolder.names(in: "/proc/\(process)/task").reduce(0) { sum, thread in
            guard let file = fopen("/proc/\(process)/task/\(thread)/status", "r") else { return sum }
            defer { fclose(file) }
            var text = [UInt8](repeating: 0, count: 8192)
            let lines = String(decoding: text[..<fread(&text, 1, text.count, file)], as: UTF8.self).split(separator: "\n")
            return sum + (lines.first { $0.hasPrefix("voluntary_ctxt_switches") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
        }
    }
}
