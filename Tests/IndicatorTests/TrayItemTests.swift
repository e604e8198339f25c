// SPDX-License-Identifier: MIT

import BusContract
import Commanding
import DBus
import EventLoop
import Glibc
import Icons
import Recording
import TestSupport
import Testing

@testable import Indicator

@Suite("The item and its menu", .timeLimit(.minutes(1)))
struct TrayItemTests {
    @Test
    func `the tables that dispatch are those the documents describe`() async throws {
        try await withIndicatorRig { rig in
            for object in [rig.indicator.itemObject, rig.indicator.menuObject] {
                #expect(object.contractDifferences.isEmpty, "\(object.contractDifferences)")
            }
            try await rig.appear()
            for (path, document) in [(IndicatorNames.item, IntrospectionDocument.statusNotifierItem), (IndicatorNames.menu, IntrospectionDocument.menu)] {
                let object = RemoteObject("org.freedesktop.DBus.Introspectable", on: path, at: rig.service.uniqueName, over: rig.client)
                #expect(try await object.call("Introspect", returning: "s") == [.string(document)])
            }
        }
    }

    @Test
    func `what hosts insist on is there`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            let item = try await rig.item.properties()
            #expect(item["Category"] == .string("ApplicationStatus") && item["Id"] == .string("tallylight"))
            #expect(item["Menu"] == .objectPath("/MenuBar") && item["ItemIsMenu"] == .boolean(false) && item["WindowId"] == .int32(0))
            let menu = try await rig.menu.properties()
            #expect(menu == ["Version": .uint32(3), "Status": .string("normal"), "TextDirection": .string("ltr"), "IconThemePath": .strings([])])
        }
    }

    // MARK: C013

    @Test(arguments: [true, false])
    func `C013: each state can be drawn by name where the icon is installed, and by its pixels in any case`(_ isInstalled: Bool) async throws {
        let folder = ScratchFolder()
        if isInstalled {
            let apps = folder.file("icons/hicolor/scalable/apps")
            let files = StateIcon.allCases.map { "\(apps)/\($0.name).svg" }.joined(separator: " ")
            _ = try await Subprocess.run("/bin/sh", ["-c", "mkdir -p \(apps); touch \(files)"])
        }
        try await withIndicatorRig(transcriber: FakeTranscriber(gate: Gate()), environment: ["XDG_DATA_DIRS": "relative:\(folder.path)"]) { rig in
            try await rig.appear()
            for (command, icon) in [(nil, StateIcon.ready), (RecordingCommand.start, .recording), (.pause, .paused), (.process, .processing)] as [(RecordingCommand?, StateIcon)] {
                if let command { try await rig.perform(command) }
                await rig.settle()
                let item = try await rig.item.properties()
                #expect(item["IconName"] == .string(isInstalled ? icon.name : "") && item["IconThemePath"] == .string(""))
                #expect(item["AttentionIconName"] == .string(isInstalled ? "tallylight-attention" : ""))
                #expect(item["ToolTip"]?.elements?[0] == item["IconName"] && item["ToolTip"]?.signature == "(sa(iiay)ss)")
                for name in ["IconPixmap", "AttentionIconPixmap"] {
                    let pixmaps = item[name]?.elements ?? []
                    #expect(pixmaps.count >= 4)
                    for pixmap in pixmaps {
                        guard let members = pixmap.elements, case .bytes(let bytes) = members[2] else { throw BusError.invalid(reason: "no pixmap") }
                        #expect(members[0] == members[1] && members[0].integer.map { Int($0 * $0) * 4 } == bytes.count)
                    }
                }
                #expect(item["IconPixmap"]?.elements?.first?.elements?[2] == .bytes(icon.pixmaps[0].bytes))
                #expect(item["IconAccessibleDesc"]?.text?.isEmpty == false)
            }
            rig.transcriber.gate.open()
        }
    }

    // MARK: What is told

    @Test
    func `each change is told once, after it can be read, and time is not told at all without a tray`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            try await rig.perform(.start)
            await rig.host.until { rig.host.statuses == ["Active"] }
            await rig.settle()
            rig.clock.advance(by: .seconds(60))
            #expect(try await rig.item.property("XAyatanaLabel") == .string("1:00"))
            _ = try await rig.service.owner(of: IndicatorNames.watcher)
            let told = Dictionary(grouping: rig.host.signals, by: \.member.text).mapValues(\.count)
            #expect(told == ["NewIcon": 1, "NewTitle": 1, "NewToolTip": 1, "NewStatus": 1, "XAyatanaNewLabel": 1, "ItemsPropertiesUpdated": 1, "LayoutUpdated": 1])
            #expect(rig.host.signals.allSatisfy { $0.member != "PropertiesChanged" })
        }
    }

    @Test
    func `in a tray the label ticks while a take is recording, and nothing else does`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appearInTray()
            try await rig.perform(.start)
            await rig.host.until { rig.host.labels.count == 1 }
            await rig.settle()
            // A change just before the second is over: the loop's timer is real, and the clock is not.
            rig.clock.advance(by: .milliseconds(950))
            try await rig.commander.setTitle("Minutes", of: try await rig.commander.activity().session)
            await rig.settle()
            let before = rig.host.signals.count
            for second in 1...2 {
                rig.clock.advance(by: .seconds(1))
                await rig.host.until { rig.host.labels.count == second + 1 }
            }
            #expect(rig.host.labels == ["0:00", "0:01", "0:02"])
            #expect(rig.host.told("XAyatanaNewLabel").allSatisfy { $0[1] == .string("0:00:00") })
            #expect(rig.host.signals.count == before + 2)
        }
    }

    @Test
    func `where GNOME's bar shows the recorder the item hides, and ticks for nobody`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appearInTray()
            try await rig.perform(.start)
            await rig.host.until { rig.host.statuses.last == "Active" }
            #expect(try await rig.client.requestName("org.tallylight.ShellExtension1"))
            await rig.host.until { rig.host.statuses.last == "Passive" }
            await rig.host.until { rig.host.labels.last == "" }
            try await rig.client.releaseName("org.tallylight.ShellExtension1")
            await rig.host.until { rig.host.statuses.last == "Active" }
        }
    }

    @Test
    func `a recorder that ends in the middle of a take needs attention, until there is one again`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appearInTray()
            try await rig.perform(.start)
            await rig.host.until { rig.host.statuses.last == "Active" }
            rig.indicator.show(.absent(RecordingError(.notRunning, "No recorder is running.")))
            await rig.host.until { rig.host.statuses.last == "NeedsAttention" }
            #expect(try await rig.rows().contains { $0.label.hasPrefix("The recorder has ended in the middle of a take.") })
            rig.indicator.show(.absent(RecordingError(.notRunning, "No recorder is running.")))
            #expect(try await rig.item.properties()["Status"] == .string("NeedsAttention"))
            rig.indicator.show(.activity(Activity()))
            await rig.host.until { rig.host.statuses.last == "Passive" }
            rig.indicator.show(.absent(RecordingError(.notRunning, "No recorder is running.")))
            #expect(try await rig.item.properties()["Status"] == .string("Passive"))
        }
    }

    @Test
    func `C009: of a burst of changes few are told, revisions only grow, and each reading is of one moment`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            for round in 0..<100 {
                try await rig.perform(.toggle)
                guard round % 10 == 0 else { continue }
                // What a host has read is whole: the properties of all rows that it knows of are there, or their rows are gone.
                let rows = try await rig.rows()
                let labels = Set(rows.map(\.label))
                #expect(labels.contains("Pause") == labels.contains("Finish") && labels.contains("Resume") == labels.contains("Discard") && labels.contains("Pause") != labels.contains("Resume"))
                let properties = try await rig.menu.call("GetGroupProperties", [.array(of: "i", rows.map { .int32($0.id) }), .strings([])], returning: "a(ia{sv})")
                #expect(properties[0].elements.map { $0.count <= rows.count } == true)
            }
            try await rig.perform(.pause)
            await rig.settle()
            #expect(try await rig.rows().map(\.label).contains("Resume"))
            let revisions = rig.host.revisions
            #expect(revisions == revisions.sorted() && Set(revisions).count == revisions.count && revisions.count < 50)
            let current = try await rig.menu.call("GetLayout", [.int32(0), .int32(0), .strings([])])[0].integer
            #expect(revisions.last == current)
        }
    }

    @Test
    func `the last text is in the menu, and not in a signal`() async throws {
        try await withIndicatorRig(transcriber: FakeTranscriber(text: "a well-kept secret")) { rig in
            try await rig.appear()
            try await rig.perform(.start)
            try await rig.perform(.finish)
            _ = await rig.reporter.untilResults(1)
            while try await !rig.rows().contains(where: { $0.label == "Last text: a well-kept secret" }) { await rig.host.until { true } }
            #expect(!rig.host.signals.contains { "\($0.arguments)".contains("secret") })
        }
    }

    // MARK: Clicks

    @Test
    func `a left click is the main button, a middle click finishes, and nothing else on the icon does anything`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            let place: [Value] = [.int32(-5), .int32(100_000)]
            _ = try await rig.item.call("SecondaryActivate", place, returning: "")
            for state in [RecordingState.recording, .paused, .recording] {
                _ = try await rig.item.call("Activate", place, returning: "")
                await rig.reporter.until { $0.state == state }
                await rig.settle()
            }
            _ = try await rig.item.call("ContextMenu", place, returning: "")
            for (delta, orientation) in [(120, "Vertical"), (-1, "vertical"), (Int32.max, "?")] as [(Int32, String)] {
                _ = try await rig.item.call("Scroll", [.int32(delta), .string(orientation)], returning: "")
            }
            #expect(try await rig.state() == .recording)
            _ = try await rig.item.call("XAyatanaSecondaryActivate", [.uint32(0)], returning: "")
            #expect(await rig.reporter.untilResults(1)[0].outcome == .transcribed)
        }
    }

    @Test
    func `rows act when they are clicked, whatever data a host sends along, and on nothing else that happens to them`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            let record = try await rig.row("Record").id
            for event in ["opened", "closed", "hovered", "Clicked", ""] {
                _ = try await rig.menu.call("Event", [.int32(record), .string(event), .variant(.int32(0)), .uint32(7)], returning: "")
            }
            #expect(try await rig.state() == .notRecording)
            try await rig.click(record, data: .int32(0))
            await rig.reporter.until { $0.state == .recording }
            await rig.settle()
            for (label, state, data) in [
                ("Pause", .paused, .array(of: "v", [])), ("Resume", .recording, .options(["a": .byte(1)])), ("Pause", .paused, .variant(.variant(.boolean(true)))),
                ("Discard", .notRecording, .structure([.double(.nan)])),
            ] as [(String, RecordingState, Value)] {
                try await rig.click(try await rig.row(label).id, data: data)
                await rig.reporter.until { $0.state == state }
                await rig.settle()
            }
            #expect(rig.reporter.results.isEmpty || rig.reporter.results.allSatisfy { $0.outcome == .discarded })
        }
    }

    @Test
    func `C011: a click on a menu that is out of date does nothing`() async throws {
        let gate = Gate()
        try await withIndicatorRig(transcriber: FakeTranscriber(gate: gate)) { rig in
            try await rig.appear()
            try await rig.perform(.start)
            await rig.settle()
            let recording = try await rig.rows()
            try await rig.perform(.pause)
            await rig.settle()
            let paused = try await rig.rows()
            try await rig.perform(.finish)
            await rig.settle()
            let state = Set(try await rig.rows().map(\.id))
            for row in recording + paused where !state.contains(row.id) { try await rig.click(row.id) }
            #expect(try await rig.state() == .processing)
            gate.open()
            #expect(await rig.reporter.untilResults(1)[0].outcome == .transcribed)
            await rig.settle()
            for row in recording + paused where ["Pause", "Finish", "Resume", "Process", "Discard"].contains(row.label) { try await rig.click(row.id) }
            _ = try await rig.rows()
            #expect(try await rig.state() == .notRecording && rig.reporter.results.count == 1 && rig.capture.calls.filter { $0 == .start }.count == 1)
        }
    }

    @Test
    func `C011: a click that is late by a take hits no other`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            try await rig.perform(.start)
            try await rig.perform(.pause)
            await rig.settle()
            let discard = try await rig.row("Discard").id
            // The next take is paused before any host has been told.
            try await rig.perform(.discard)
            try await rig.perform(.start)
            try await rig.perform(.pause)
            let session = try await rig.commander.activity().session
            try await rig.click(discard)
            await rig.settle()
            try await rig.click(discard)
            #expect(try await rig.commander.activity().session == session)
        }
    }

    @Test
    func `C071: a tray that goes discards nothing, and Discard clicked twice is one that can be undone`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appearInTray()
            let session = try await rig.perform(.start).session
            for state in [RecordingState.recording, .paused] {
                if state == .paused { try await rig.perform(.pause) }
                await rig.settle()
                await rig.tray.die()
                _ = try await rig.service.owner(of: IndicatorNames.watcher)
                #expect(try await rig.state() == state)
                try await rig.tray.open(at: rig.bus.address)
            }
            let discard = try await rig.row("Discard").id
            for _ in 1...2 { try await rig.click(discard) }
            await rig.reporter.until { $0.state == .notRecording }
            await rig.settle()
            #expect(rig.reporter.results.map(\.outcome) == [.discarded])
            #expect(try await rig.commander.recover(session) == session)
        }
    }

    @Test
    func `without a recorder a click starts one, and what that leads to is shown`() async throws {
        try await withIndicatorRig { rig in
            let absent = AbsentRecorder()
            rig.indicator.connect(to: rig.service, commanding: absent)
            rig.indicator.show(.absent(RecordingError(.notRunning, "No recorder is running.")))
            _ = try await rig.item.call("SecondaryActivate", [.int32(0), .int32(0)], returning: "")
            #expect(rig.launches == 0)
            rig.launchError = RecordingError(.notFound, "No recorder is installed.")
            try await rig.click("Record")
            await rig.host.until { rig.host.statuses == ["NeedsAttention"] }
            #expect(rig.launches == 1 && absent.commands == [.start])
            #expect(try await rig.item.property("AttentionAccessibleDesc") == .string("No recorder is installed."))
            await rig.settle()
            rig.launchError = nil
            absent.isThere = true
            _ = try await rig.item.call("Activate", [.int32(0), .int32(0)], returning: "")
            await rig.host.until { rig.host.statuses.last == "Passive" }
            #expect(absent.commands == [.start, .toggle])
        }
    }

    @Test
    func `a start that finds no microphone needs attention until something changes`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            rig.capture.fail(.start, with: RecordingError(.noInputDevice, "There is no microphone."))
            try await rig.click("Record")
            await rig.host.until { rig.host.statuses == ["NeedsAttention"] }
            await rig.settle()
            #expect(try await rig.rows().map(\.label).contains("There is no microphone."))
            rig.capture.fail(.start, with: nil)
            try await rig.click("Record")
            await rig.host.until { rig.host.statuses.last == "Active" }
        }
    }

    @Test
    func `a take that got no text needs attention until it has one, which the menu offers`() async throws {
        try await withIndicatorRig { rig in
            rig.transcriber.answer(.failure(RecordingError(.transcriptionFailed, "The engine crashed.")))
            try await rig.appear()
            try await rig.perform(.start)
            try await rig.perform(.finish)
            await rig.host.until { rig.host.statuses.last == "NeedsAttention" }
            #expect(try await rig.rows().map(\.label).contains("The engine crashed."))
            rig.transcriber.answer(.success("hello"))
            await rig.settle()
            try await rig.click("Process Kept Take")
            await rig.host.until { rig.host.statuses.last == "Passive" }
            #expect(await rig.reporter.untilResults(2)[1].outcome == .transcribed)
        }
    }

    @Test
    func `Quit ends recorder and indicator, and can't be clicked in a take`() async throws {
        try await withIndicatorRig { rig in
            try await rig.appear()
            try await rig.perform(.start)
            await rig.settle()
            let quit = try await rig.row("Quit")
            #expect(!quit.isEnabled)
            try await rig.click(quit.id)
            try await rig.perform(.pause)
            try await rig.perform(.discard)
            await rig.settle()
            #expect(!rig.hasQuit)
            try await rig.click("Quit")
            while !rig.hasQuit { _ = try await rig.rows() }
        }
    }

    @Test
    func `the last text is opened by the desktop's program, which gets the right to come to the front once`() async throws {
        let folder = ScratchFolder()
        let script = "printf '#!/bin/sh\\nprintf \"%%s|%%s\\\\n\" \"$1\" \"$XDG_ACTIVATION_TOKEN\" >> \(folder.path)/opened\\n' > \(folder.path)/xdg-open; chmod +x \(folder.path)/xdg-open"
        _ = try await Subprocess.run("/bin/sh", ["-c", script])
        try await withIndicatorRig(environment: ["PATH": folder.path, "DISPLAY": ":99"]) { rig in
            try await rig.appear()
            try await rig.perform(.start)
            try await rig.perform(.finish)
            let path = await rig.reporter.untilResults(1)[0].transcriptPath
            _ = try await rig.item.call("ProvideXdgActivationToken", [.string("token-1")], returning: "")
            while try await !rig.rows().contains(where: { $0.label == "Last text: hello" }) { _ = try await rig.state() }
            for expected in ["\(path)|token-1\n", "\(path)|token-1\n\(path)|\n"] {
                try await rig.click("Last text: hello")
                while try await Subprocess.run("/bin/cat", ["\(folder.path)/opened"]).output != expected {}
            }
        }
    }
}

extension IndicatorRig {
    /// Waits until no change is held back any more, and hosts have heard of all.
    func settle() async {
        while indicator.isGathering { try? await LoopTimer.sleep(for: .milliseconds(5)) }
        _ = try? await service.owner(of: IndicatorNames.watcher)
        _ = try? await item.property("Id")
    }
}
