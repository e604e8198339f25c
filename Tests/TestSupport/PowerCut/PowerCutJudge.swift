// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop
internal import Glibc

/// Has a recorder start on what a power cut left, and looks at what it makes of it.
@LoopActor
struct PowerCutJudge {
    private let life: PowerCutLife
    private let desk: Desk
    private let mounts: ScratchFolder

    init(_ life: PowerCutLife, _ desk: Desk, _ mounts: ScratchFolder) { (self.life, self.desk, self.mounts) = (life, desk, mounts) }

    private var takes: String { mounts.file("disk/data/tallylight/takes") }
    private var documents: String { mounts.file("documents/docs/Tallylight") }

    func judge(_ cut: PowerCut, _ spans: [GivenSpan], isOver: Bool, _ object: RemoteObject) async throws -> PowerCut {
        var cut = cut
        let before = files()
        cut.found = before.isEmpty ? "nothing" : before.joined(separator: ", ")
        let hadSound = before.contains { $0.contains(".flac") && !$0.hasSuffix(" 0") }
        let recorder = try await desk.startRecorder()
        let kept = try await object.property("Kept").strings ?? []
        let discarded = ScratchFolder.names(in: "\(takes)/.discarded")
        for session in discarded { _ = try await object.call("Recover", [.string(session)]) }
        try await desk.untilMended(over: object.connection)
        let texts = ScratchFolder.names(in: documents).filter { $0.hasSuffix(".txt") }
        let recordings = ScratchFolder.names(in: documents).filter { $0.hasSuffix(".flac") }
        let places = [(kept.count, "kept"), (discarded.count, "discarded"), (recordings.count, "documents"), (texts.count, "text")]
        cut.outcome = places.filter { $0.0 > 0 }.map { $0.0 == 1 ? $0.1 : "\($0.0) × \($0.1)" }.joined(separator: " + ")

        let sounds = (kept + discarded).map { "\(takes)/\($0)/audio.flac" } + recordings.map { "\(documents)/\($0)" }
        cut.lost = spans.isEmpty ? 0 : GivenSpan.lost(of: spans, in: [])
        for sound in sounds {
            let samples = try await SoundComparison.decode(sound)
            let stretches = GivenSpan.stretches(of: samples, in: spans)
            cut.lost = GivenSpan.lost(of: spans, in: stretches)
            if try await Subprocess.run("/usr/bin/flac", ["--test", "--silent", sound]).code != 0 { cut.faults.append("\(shortened(sound)) is not whole.") }
            if !samples.isEmpty, stretches.count > spans.count { cut.faults.append("\(shortened(sound)) is not what was played.") }
        }
        cut.lost /= 48
        let isUnbegun = sounds.isEmpty && !hadSound && cut.lost <= 1000
        // It was thrown away for good, and its name is where such takes are, or nowhere.
        let isGone = sounds.isEmpty && life == .removed && (isOver || before.contains { $0.hasPrefix(".discarded/") })
        if isUnbegun, cut.outcome.isEmpty { cut.outcome = "nothing was begun" }
        if isGone { (cut.outcome, cut.lost) = ("gone, as it was meant to be", 0) }
        if !isUnbegun, !isGone, sounds.isEmpty { cut.faults.append("The take is lost.") }
        if cut.lost > 1000 { cut.faults.append("More than a second is lost.") }
        cut.faults += faults(kept, discarded, recordings, texts, isOver: isOver)
        recorder.send(SIGKILL)
        _ = try await recorder.finish()
        return cut
    }

    private func faults(_ kept: [String], _ discarded: [String], _ recordings: [String], _ texts: [String], isOver: Bool) -> [String] {
        var faults: [String] = []
        // What an ended recorder saved is kept until it has its text.
        let isSaved = kept.count == 1 && recordings.count == 1 && texts.isEmpty && text("\(takes)/\(kept[0])/take").contains("saved = \(documents)/\(recordings[0])\n")
        if kept.count + discarded.count + recordings.count - (isSaved ? 1 : 0) > 1 { faults.append("It is there more than once.") }
        for name in texts {
            if !recordings.contains("\(name.dropLast(4)).flac") { faults.append("A text has no audio.") }
            if text("\(documents)/\(name)") != "\(StandInSherpa.words)\n" { faults.append("A text is not whole.") }
        }
        if texts.isEmpty, kept.isEmpty, !recordings.isEmpty, life.hasText { faults.append("Its text is gone.") }
        if isOver, life == .spoken || life == .elsewhere || life == .late, texts.isEmpty { faults.append("Its text, told to be there, is gone.") }
        for name in ScratchFolder.names(in: documents) where name.hasPrefix(".") { faults.append("\(name) was left in the documents.") }
        for session in kept {
            let draft = "\(takes)/\(session)/transcript.txt"
            if access(draft, F_OK) == 0, text(draft) != "\(StandInSherpa.words)\n" { faults.append("A draft is not whole.") }
            if access("\(takes)/\(session)/audio.flac.part", F_OK) == 0 { faults.append("Its audio was not closed.") }
        }
        return faults
    }

    /// The files of takes and documents with their sizes.
    private func files() -> [String] {
        var found: [String] = []
        for folder in [takes, "\(takes)/.discarded", documents] {
            for name in ScratchFolder.names(in: folder) where name != ".discarded" {
                let inside = ScratchFolder.names(in: "\(folder)/\(name)")
                let paths = folder == documents ? ["\(folder)/\(name)"] : inside.map { "\(folder)/\(name)/\($0)" }
                found += paths.isEmpty ? ["‹s›/"] : paths.map { "\(shortened($0)) \(size($0))" }
            }
        }
        return found
    }

    private func shortened(_ path: String) -> String {
        path.replacing("\(takes)/", with: "").replacing("\(documents)/", with: "documents/").replacing(/\d{8}_\d{6}_[^\/.]+/, with: "‹s›")
            .replacing(/\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d/, with: "‹name›")
    }

    private func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : -1
    }

    private func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        return String(unsafeUninitializedCapacity: 65_536) { max(0, Glibc.read(file, $0.baseAddress, $0.count)) }
    }
}
