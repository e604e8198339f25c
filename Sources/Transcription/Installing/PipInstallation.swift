// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Glibc
internal import Localization

/// One attempt to install an engine: all of it, or nothing.
///
/// Everything happens in a folder beside the final one, `….part`, pip's scratch files included. Only when the engine is whole, has been seen to run and is
/// durable does that folder get its final name. So what has the final name is whole, and what a crash leaves is known by its name; the next attempt removes it.
@LoopActor
final class PipInstallation {
    /// How long nothing may arrive before the attempt is given up.
    private static let patience = Duration.seconds(300)
    /// How long the proof that the engine runs may take.
    private static let proofLimit = Duration.seconds(60)
    private static let messageLimit = 400

    private let package: EnginePackage
    private let environment: EngineEnvironment
    private let worker: WorkerThread
    private let report: @LoopActor (Double) -> Void
    private let folder: String
    private let part: String
    private var scratch: String { "\(part)/scratch" }
    private var requirements: String { "\(part)/requirements.txt" }

    private var messages: [String] = []
    private var arrived = 0
    private var hasStalled = false
    private var process: ChildProcess?
    private var poll: LoopTimer?
    private var watchdog: LoopTimer?

    /// An attempt to install `package`.
    ///
    /// - Parameter report: called with how much has arrived, 0 to 1, once a second while more does.
    init(_ package: EnginePackage, in environment: EngineEnvironment, worker: WorkerThread, report: @escaping @LoopActor (Double) -> Void) {
        self.package = package
        self.environment = environment
        self.worker = worker
        self.report = report
        folder = package.folder(in: environment)
        part = folder + ".part"
    }

    /// Installs the engine.
    ///
    /// When the task is cancelled, pip is gone and nothing is left when this throws `Cancelled`.
    func run() async throws(RecordingError) {
        do throws(RecordingError) {
            let python = try await prepare()
            try await download(python)
            try await complete()
            try await prove()
            try await publish()
        } catch {
            let part = self.part
            await worker.run { FolderTree.remove(part) }
            throw Task.isCancelled ? .installationCancelled : error
        }
    }

    // MARK: Steps

    /// Makes the folders and the requirements file, and finds python3.
    private func prepare() async throws(RecordingError) -> String {
        let (package, part, scratch, requirements, folders) = (self.package, self.part, self.scratch, self.requirements, environment.programFolders)
        return try await worker.run { () throws(RecordingError) in
            let python: String
            switch EngineProgram.find("python3", in: folders) {
            case .found(let path): python = path
            case .unusable(let reason): throw .notInstalled(package.name, reason)
            case .missing: throw .notInstalled(package.name, localized("there is no python3; “sudo apt install python3-pip” provides it"))
            }
            FolderTree.remove(part)
            var code = FolderTree.make(scratch)
            if code == 0 { code = FolderTree.write(Array(package.requirements.utf8), to: requirements) }
            guard code == 0 else { throw .notInstalled(package.name, in: part, code: code) }
            return python
        }
    }

    private func download(_ python: String) async throws(RecordingError) {
        let command = PipCall.command(python, requirements: requirements, folder: part, scratch: scratch, variables: environment.variables)
        pollLater()
        let ending = try await child(command, limit: Self.patience)
        poll?.cancel()
        guard !hasStalled else { throw .notInstalled(package.name, localized("nothing more arrived for five minutes")) }
        guard ending == .exited(0) else { throw PipFailure.error(package, ending: ending, messages: messages, folder: folder) }
    }

    private func complete() async throws(RecordingError) {
        let (package, part, scratch, requirements) = (self.package, self.part, self.scratch, self.requirements)
        try await worker.run { () throws(RecordingError) in
            FolderTree.remove(scratch)
            FolderTree.remove(requirements)
            try package.complete(part)
        }
    }

    private func prove() async throws(RecordingError) {
        messages = []
        let ending = try await child(package.proof(part), limit: Self.proofLimit)
        guard ending != .exited(0) else { return }
        throw .notInstalled(package.name, localized("it does not run on this machine: {words}", ["words": messages.last ?? "\(ending)"]))
    }

    private func publish() async throws(RecordingError) {
        let (package, part, folder) = (self.package, self.part, self.folder)
        try await worker.run { () throws(RecordingError) in
            var code = FolderTree.synchronise(part)
            if code == 0 {
                // One that is there is not whole, or nothing would have been installed.
                FolderTree.remove(folder)
                code = rename(part, folder) == 0 ? FolderTree.synchroniseOne(FolderTree.parent(of: folder)) : errno
            }
            guard code == 0 else { throw .notInstalled(package.name, in: folder, code: code) }
        }
    }

    // MARK: Children

    /// Runs a child to its end, or until nothing has arrived for `limit`; keeps the last lines of its standard error.
    private func child(_ command: ChildProcess.Command, limit: Duration) async throws(RecordingError) -> ChildProcess.Ending {
        guard !Task.isCancelled else { throw .installationCancelled }
        var lines = OutputLines()
        let process: ChildProcess
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(command) { stream, bytes in
                guard stream == .standardError else { return }
                self.keep(lines.append(bytes))
            }
        } catch {
            throw .notInstalled(package.name, error.description)
        }
        self.process = process
        watch(limit)
        let ending = await process.ending()
        watchdog?.cancel()
        self.process = nil
        keep(lines.finish())
        guard !Task.isCancelled else { throw .installationCancelled }
        return ending
    }

    private func keep(_ lines: [[UInt8]]) {
        messages += lines.map { SpokenText.inert(String(decoding: $0, as: UTF8.self)) }
        messages.removeFirst(max(0, messages.count - Self.messageLimit))
    }

    private func watch(_ limit: Duration) {
        watchdog?.cancel()
        watchdog = LoopTimer(after: limit) {
            self.hasStalled = true
            self.process?.terminate()
        }
    }

    // MARK: Progress

    private func pollLater() {
        poll = LoopTimer(after: .seconds(1)) {
            let scratch = self.scratch
            self.worker.enqueue {
                let size = FolderTree.size(of: ".whl", in: scratch)
                Loop.shared.enqueue { self.arrived(size) }
            }
        }
    }

    private func arrived(_ size: Int) {
        guard process != nil, poll?.isPending == false else { return }
        pollLater()
        guard size > arrived else { return }
        arrived = size
        watch(Self.patience)
        report(min(Double(size) / Double(max(package.size, 1)), 1))
    }
}
