// SPDX-License-Identifier: MIT

internal import EventLoop

/// The sound server that recorders are killed on.
package enum KillServer: String, CaseIterable, Sendable {
    case pulse, pipewire
}

/// A microphone that knows how many samples it has given.
@LoopActor
final class KillMicrophone {
    let sound: any VirtualMicrophone
    private let ramp: Ramp?
    private let player: Subprocess?

    /// Whether each sample says which one it is, so that the file alone tells what is missing in it; else only its length does.
    var isNumbered: Bool { ramp != nil }

    /// A microphone of its own.
    ///
    /// PulseAudio reads a ramp from a pipe. PipeWire mixes silence into pipes, so it hears noise in real time, and has given what the clock says.
    init(on server: KillServer) async throws {
        switch server {
        case .pulse:
            let pulse = try await PrivatePulse.start(.pipe, isStalled: true)
            (sound, ramp, player) = (pulse, try Ramp(fifo: pulse.folder.file("pipe")), nil)
        case .pipewire:
            let pipeWire = try await PrivatePipeWire.start()
            (sound, ramp, player) = (pipeWire, nil, try await pipeWire.play(SoundComparison.noise(seconds: 600)))
        }
    }

    /// How many samples it has given so far.
    var count: Int { ramp?.count ?? Self.count(at: MonotonicClock.microseconds) }

    /// How many samples a microphone of the clock had given at a moment of CLOCK_MONOTONIC.
    static func count(at microseconds: UInt64) -> Int { Int(microseconds) * 48 / 1000 }

    /// Gives nothing more.
    func stop() {
        ramp?.stop()
        player?.terminate()
    }
}
