// SPDX-License-Identifier: MIT

internal import Glibc

/// A desk whose microphone says which sample each is, so that what is missing in a file can be told to 10 ms.
package struct RampStage: Sendable {
    /// The desk.
    package let desk: Desk
    /// The microphone.
    package let ramp: Ramp

    /// Sets a desk up, lets `body` work at it, and clears it whatever happened.
    package static func use(extra: [String: String] = [:], _ body: (RampStage) async throws -> Void) async throws {
        let microphone = try await PrivatePulse.start(.pipe, isStalled: true)
        let ramp = try Ramp(fifo: microphone.folder.file("pipe"))
        defer { ramp.stop() }
        try await Desk.use(sound: microphone, extra: extra) { try await body(RampStage(desk: $0, ramp: ramp)) }
    }

    /// How many milliseconds of what the microphone said from `start` to `end` a file lacks; all of them when there is no such file.
    package func lost(_ given: Range<Int>, in path: String) async throws -> Int {
        let samples = access(path, R_OK) == 0 ? try await SoundComparison.decode(path) : []
        return try await onLoop {
            let span = GivenSpan(asked: given.lowerBound)
            span.answered = given.lowerBound
            span.end = given.upperBound
            return GivenSpan.lost(of: [span], in: GivenSpan.stretches(of: samples, in: [span])) / 48
        }
    }
}
