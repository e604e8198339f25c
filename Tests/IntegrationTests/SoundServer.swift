// SPDX-License-Identifier: MIT

import TestSupport

/// The two sound servers people have.
enum SoundServer: String, CaseIterable {
    case pulseAudio = "PulseAudio"
    case pipeWire = "PipeWire"

    /// Starts one with a microphone that hears what is played, in real time.
    func start() async throws -> any VirtualMicrophone {
        switch self {
        case .pulseAudio: try await PrivatePulse.start()
        case .pipeWire: try await PrivatePipeWire.start()
        }
    }
}
