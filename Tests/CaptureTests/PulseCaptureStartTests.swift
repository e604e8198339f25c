// SPDX-License-Identifier: MIT

import Capture
import Commanding
import EventLoop
import Glibc
import Recording
import TestSupport
import Testing

/// A start that fails does so in time, says why, and leaves nothing behind.
@Suite("PulseCapture, starting", .serialized, .timeLimit(.minutes(1)))
struct PulseCaptureStartTests {
    private let folder = ScratchFolder()
    private var path: String { folder.file("audio.flac.part") }

    /// Starts and expects a failure.
    private func fail(_ capture: PulseCapture, at path: String? = nil, as name: RecordingError.Name, saying words: String...) async throws {
        let start = MonotonicTime.now
        let error = await #expect(throws: RecordingError.self) { try await capture.start(at: path ?? self.path) }
        #expect(MonotonicTime.now.duration(since: start) < .seconds(5))
        let failure = try #require(error)
        #expect(failure.name == name, "\(failure)")
        for word in words {
            #expect(failure.message.contains(word), "\(failure)")
        }
        #expect(folder.names.isEmpty)
        #expect(await capture.level() == -.infinity)
        let error2 = await #expect(throws: RecordingError.self) { try await capture.pause() }
        #expect(error2?.name == .invalidState)
    }

    @Test(arguments: ["unix:/nonexistent", "tcp:127.0.0.1:1", "nonsense://", "{"])
    func `C095: no server at the address is said at once`(server: String) async throws {
        try await onLoop {}
        let capture = await PulseCapture(server: server)
        try await fail(capture, as: .noInputDevice, saying: "sound server", "PipeWire")
    }

    @Test
    func `C095: a server that accepts and never speaks is given up after 3 s`() async throws {
        try await onLoop {}
        let other = ScratchFolder()
        let silent = UnixSocket(listeningAt: other.file("native"))
        let capture = await PulseCapture(server: "unix:\(silent.path)")
        try await fail(capture, as: .noInputDevice, saying: "does not answer")
        silent.close()
    }

    @Test
    func `without any source there is no microphone, on PulseAudio`() async throws {
        let pulse = try await PrivatePulse.start(.none)
        try await fail(await PulseCapture(server: pulse.server), as: .noInputDevice, saying: "no microphone", "pactl list short sources")
        await pulse.stop()
    }

    @Test
    func `without any source there is no microphone, on PipeWire, which would record silence`() async throws {
        let pipeWire = try await PrivatePipeWire.start(hasMicrophone: false)
        try await fail(await PulseCapture(server: pipeWire.server), as: .noInputDevice, saying: "microphone")
        try await fail(await PulseCapture(device: "headset", server: pipeWire.server), as: .noInputDevice, saying: "headset", "pactl list short sources")
        await pipeWire.stop()
    }

    @Test
    func `a device nobody knows is named, and another one is not taken for it`() async throws {
        let pulse = try await PrivatePulse.start()
        try await fail(await PulseCapture(device: "headset", server: pulse.server), as: .noInputDevice, saying: "headset", "pactl list short sources")
        await pulse.stop()
    }

    @Test
    func `a monitor is refused as default and by description, and taken by its name`() async throws {
        let pulse = try await PrivatePulse.start()
        try await pulse.pactl("set-default-source", "vmic_sink.monitor")
        try await fail(await PulseCapture(server: pulse.server), as: .noInputDevice, saying: "what the computer plays", "vmic_sink.monitor")
        let description = "Monitor of Null Output"
        try await fail(await PulseCapture(device: description, server: pulse.server), as: .noInputDevice, saying: "what the computer plays")
        let chosen = await PulseCapture(device: "vmic_sink.monitor", server: pulse.server)
        #expect(try await chosen.start(at: path).source == description)
        #expect(try await chosen.stop().frames > 0)
        await pulse.stop()
    }

    @Test
    func `a microphone is found by its description`() async throws {
        let pulse = try await PrivatePulse.start()
        try await pulse.pactl("set-default-source", "vmic_sink.monitor")
        let capture = await PulseCapture(device: "VirtualMicrophone", server: pulse.server)
        #expect(try await capture.start(at: path).source == "VirtualMicrophone")
        _ = try await capture.stop()
        await pulse.stop()
    }

    @Test
    func `C093: a source that opens and never delivers is lost input`() async throws {
        let pulse = try await PrivatePulse.start(.pipe, isStalled: true)
        let capture = await PulseCapture(server: pulse.server)
        try await fail(capture, as: .inputLost, saying: "delivers no sound")
        // And when it delivers after all, the next start succeeds.
        pulse.setRoom(0)
        _ = try await capture.start(at: path)
        _ = try await capture.stop()
        await pulse.stop()
    }

    @Test
    func `a server that lets nobody in refuses permission`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let port = try unusedPort()
        try await pulse.pactl("load-module", "module-native-protocol-tcp", "listen=127.0.0.1", "port=\(port)", "auth-cookie=\(pulse.folder.file("other-cookie"))")
        try await fail(await PulseCapture(server: "tcp:127.0.0.1:\(port)"), as: .permissionDenied, saying: "privacy settings")
        await pulse.stop()
    }

    @Test
    func `C103: a full disk is said before the light goes on`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let disk = try await SmallDisk(size: 4 << 20)
        disk.fill()
        let capture = await PulseCapture(server: pulse.server)
        try await fail(capture, at: disk.file("audio.flac.part"), as: .noSpace, saying: "disk is full")
        disk.fill(leaving: 100_000)
        try await fail(capture, at: disk.file("audio.flac.part"), as: .noSpace, saying: "disk is full")
        #expect(ScratchFolder.names(in: disk.path) == ["filler"])
        await pulse.stop()
    }

    @Test
    func `C103: a folder that is missing, no folder, or a link in the file's place is a storage failure`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let capture = await PulseCapture(server: pulse.server)
        try await fail(capture, at: folder.file("none/audio.flac"), as: .storageFailed, saying: "No such file", "folder")
        let other = ScratchFolder()
        close(creat(other.file("file"), 0o600))
        try await fail(capture, at: other.file("file/audio.flac"), as: .storageFailed, saying: "Not a directory")
        symlink(other.file("elsewhere"), other.file("link"))
        try await fail(capture, at: other.file("link"), as: .storageFailed, saying: "exists")
        #expect(other.names == ["file", "link"])
        try await fail(capture, at: "/proc/audio.flac", as: .storageFailed)
        await pulse.stop()
    }

    @Test
    func `a second start is refused and leaves the first alone`() async throws {
        let pulse = try await PrivatePulse.start(.pipe)
        let capture = await PulseCapture(server: pulse.server)
        _ = try await capture.start(at: path)
        let error = await #expect(throws: RecordingError.self) { try await capture.start(at: folder.file("second")) }
        #expect(error?.name == .invalidState)
        #expect(folder.names == ["audio.flac.part"])
        #expect(try await capture.stop().frames > 0)
        await pulse.stop()
    }

    private func unusedPort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0 }
        }
        try #require(status)
        return UInt16(bigEndian: address.sin_port)
    }
}
