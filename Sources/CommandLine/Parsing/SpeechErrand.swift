// SPDX-License-Identifier: MIT

public import Commanding
internal import EventLoop

/// What a verb wants of the speech engines.
public struct SpeechErrand: Sendable {
    let options: Options
    let body: @Sendable @LoopActor (Options, any SpeechHearing, Console) async throws(RecordingError) -> ExitCode

    /// Does it, and says what went wrong.
    ///
    /// - Parameter hearing: makes the engines that are asked.
    @LoopActor
    public func run(with hearing: () throws(RecordingError) -> any SpeechHearing) async -> ExitCode {
        await CommandLineProgram.perform(on: Console()) { console async throws(RecordingError) in try await body(options, try hearing(), console) }
    }
}
