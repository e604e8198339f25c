// SPDX-License-Identifier: MIT

internal import DBus
package import EventLoop
internal import Glibc

/// A desk whose disks lose their power after each step of a take's life.
@LoopActor
package final class PowerCutBench {
    /// What was on the drives after a step, and what the recorder had been given by then.
    private struct Moment {
        var step: String
        var drives: [PowerDrive]
        var spans: [GivenSpan]
        /// Whether the life's last command was answered.
        var isOver: Bool
    }

    private let life: PowerCutLife
    private let disk: PowerCutLife.Disk
    private let desk: Desk
    private let ramp: Ramp
    private let object: RemoteObject
    private let mounts: ScratchFolder
    private var disks: [PowerDisk] = []
    private var spans: [GivenSpan] = []
    private var moments: [Moment] = []
    private var isOver = false

    private init(_ life: PowerCutLife, _ disk: PowerCutLife.Disk, _ desk: Desk, _ ramp: Ramp, _ connection: Connection, _ mounts: ScratchFolder) {
        (self.life, self.disk, self.desk, self.ramp, self.mounts) = (life, disk, desk, ramp, mounts)
        object = desk.recorder(over: connection)
    }

    /// Lets a take live its life, and cuts the power after each step of it.
    ///
    /// - Parameters:
    ///   - stride: of how many cuts one is looked at.
    ///   - report: is told what came of each, when it is known.
    /// - Returns: what came of all.
    package nonisolated static func run(
        _ life: PowerCutLife, _ disk: PowerCutLife.Disk, every stride: Int = 1, _ report: @escaping @LoopActor (PowerCut) -> Void = { _ in }
    ) async throws -> [PowerCut] {
        let cuts = Held<[PowerCut]>([])
        let mounts = ScratchFolder()
        let microphone = try await PrivatePulse.start(.pipe, isStalled: true)
        let ramp = try Ramp(fifo: microphone.folder.file("pipe"))
        defer { ramp.stop() }
        let sherpa = try await StandInSherpa()
        let engine = StandInEngine()
        var extra = ["XDG_DATA_HOME": mounts.file("disk/data"), "XDG_STATE_HOME": mounts.file("disk/state")]
        extra.merge(engine.environment) { $1 }
        try await Desk.use(sound: microphone, configuration: life.configuration, extra: extra) { desk in
            try await onLoop {
                guard let bus = desk.bus else { return }
                let connection = try await Connection.open(bus.address)
                let bench = PowerCutBench(life, disk, desk, ramp, connection, mounts)
                try await running {
                    try await bench.prepare(life == .draft ? nil : sherpa)
                    try await bench.live()
                    await cuts.set(try await bench.judge(every: stride, report))
                } finally: {
                    for disk in bench.disks { await disk.remove() }
                    await connection.close()
                }
            }
        }
        return await cuts.get()
    }

    // MARK: The life

    private func prepare(_ sherpa: StandInSherpa?) async throws {
        disks = [try await .make()]
        if life == .elsewhere { disks.append(try await .make()) }
        link()
        let script = """
            mkdir -p "$1/disk/data/tallylight" "$1/disk/state" "$1/documents/docs" && printf 'XDG_DOCUMENTS_DIR="%s"\\n' "$1/documents/docs" > "$2/.config/user-dirs.dirs"
            [ -z "$3" ] || ln -s "$3" "$1/disk/data/tallylight/engines"
            """
        let result = try await Subprocess.run("/bin/sh", ["-ec", script, "sh", mounts.path, desk.home.path, sherpa?.folder.path ?? ""])
        guard result.code == 0 else { throw DeskError(result.errors) }
        for disk in disks { try await disk.synchronize() }
    }

    /// Has the paths the recorder knows lead to the disks that are in use.
    private func link() {
        for (name, disk) in [("disk", disks.first), ("documents", disks.last)] {
            guard let disk else { continue }
            unlink(mounts.file(name))
            symlink(disk.path, mounts.file(name))
        }
    }

    private func live() async throws {
        var recorder = try await desk.startRecorder()
        if life == .late {
            try await record(then: nil)
            recorder.send(SIGTERM)
            _ = try await recorder.finish()
            for disk in disks { try await disk.synchronize() }
            recorder = try await desk.startRecorder()
        }
        let tracer = try await StepTracer(recorder.identifier)
        let acting = Loop.shared.throwingTask { [self] in
            do { try await act(recorder) } catch { isOver = true; throw error }
            // What goes on behind the last answer.
            try await LoopTimer.sleep(for: .milliseconds(400))
            // One that was told to end is followed to its end.
            isOver = life != .terminated
        }
        while let calls = try await tracer.next(unless: { isOver }) {
            let steps = calls.compactMap(step)
            if !steps.isEmpty { try await cut(steps.joined(separator: "; ")) }
            tracer.resume()
        }
        try await acting.value
        try await tracer.detach()
        recorder.send(SIGKILL)
        _ = try await recorder.finish()
    }

    private var isAnswered = false

    private func act(_ recorder: Subprocess) async throws {
        switch life {
        case .silent:
            try await record(then: "Pause")
            try await record(by: "Resume", then: "Pause")
            try await process()
        case .spoken, .elsewhere:
            try await record(then: "Pause")
            try await process()
        case .draft:
            try await record(then: "Pause")
            try await process()
            let kept = try await object.property("Kept").strings ?? []
            _ = try await object.call("SetTitle", [.string(kept.first ?? ""), .string("A title")])
        case .discarded:
            try await record(then: "Pause")
            _ = try await object.call("Discard")
            try await settled()
            _ = try await object.call("Recover", [.string("")])
            let kept = try await object.property("Kept").strings ?? []
            _ = try await object.call("Perform", [.string("discard"), .options(["session": .string(kept.first ?? "")])])
        case .removed:
            try await record(then: "Pause")
            _ = try await object.call("Discard")
        case .terminated:
            try await record(then: nil)
            recorder.send(SIGTERM)
        case .late:
            let kept = try await object.property("Kept").strings ?? []
            _ = try await object.call("Perform", [.string("process"), .options(["session": .string(kept.first ?? "")])])
            try await settled()
        }
        isAnswered = true
    }

    private func record(by command: MemberName = "Start", then end: MemberName?) async throws {
        let span = GivenSpan(asked: ramp.count)
        spans.append(span)
        _ = try await object.call(command)
        span.answered = ramp.count
        try await LoopTimer.sleep(for: life.talk)
        span.end = ramp.count
        if let end { _ = try await object.call(end) }
    }

    private func process() async throws {
        _ = try await object.call("Process")
        try await settled()
    }

    private func settled() async throws {
        while try await object.property("State").text != "notRecording" { try await LoopTimer.sleep(for: .milliseconds(10)) }
    }

    /// What a call did to the disks, in short; nil when it did nothing, or nothing there.
    private func step(_ call: String) -> String? {
        guard call.contains(mounts.path) || call.contains("</mnt/"), !call.contains(") = -1"), !call.hasPrefix("openat") || call.contains("O_CREAT") else { return nil }
        let names = call.replacing(/AT_FDCWD<[^>]*>/, with: "").matches(of: /["<]([^">]*)[">]/).map { String($0.output.1) }.filter { $0.contains("/") }.map(shorten)
        let name = String(call.prefix { $0 != "(" })
        let words = names.prefix(name.hasPrefix("rename") || name.hasPrefix("link") ? 2 : 1)
        return "\(name == "openat" ? "create" : name) \(words.joined(separator: " → "))"
    }

    private func shorten(_ path: String) -> String {
        let parts = path.split(separator: "/").map(String.init)
        let start = parts.firstIndex { ["takes", "Tallylight", "finished"].contains($0) } ?? parts.count - 1
        return parts[start...].map { $0.firstMatch(of: /^(\.?)\d{8}_\d{6}_\w+/) == nil ? $0 : $0.replacing(/\d{8}_\d{6}_[^.]+/, with: "‹s›") }
            .map { $0.replacing(/\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d/, with: "‹name›") }.joined(separator: "/")
    }

    private func cut(_ step: String) async throws {
        if disk == .committed { for disk in disks { disk.commitJournal() } }
        let given = ramp.count
        let copies = spans.map { span in
            let copy = GivenSpan(asked: span.asked)
            copy.answered = span.answered
            copy.end = span.end == span.asked ? given : span.end
            return copy
        }
        // Nothing but a sync changes what is on the drive; the most is lost just before one.
        guard disk == .committed || step.contains("sync") else { return }
        if disk == .synced, step.contains("fdatasync"), let last = moments.last {
            moments.append(Moment(step: "just before \(step)", drives: last.drives, spans: copies, isOver: false))
        }
        moments.append(Moment(step: step, drives: try await snapshot(), spans: copies, isOver: isAnswered))
    }

    private func snapshot() async throws -> [PowerDrive] {
        var drives: [PowerDrive] = []
        for disk in disks { drives.append(try await disk.drive()) }
        return drives
    }

    // MARK: After the cut

    private func judge(every stride: Int, _ report: (PowerCut) -> Void) async throws -> [PowerCut] {
        for disk in disks { await disk.remove() }
        disks = []
        var results: [PowerCut] = []
        for (index, moment) in moments.enumerated() where index % stride == 0 || moment.isOver {
            for drive in moment.drives { disks.append(try await drive.mount()) }
            link()
            let result = try await PowerCutJudge(life, desk, mounts).judge(PowerCut(life: life, disk: disk, step: moment.step), moment.spans, isOver: moment.isOver, object)
            results.append(result)
            report(result)
            for disk in disks { await disk.remove() }
            disks = []
        }
        return results
    }
}
