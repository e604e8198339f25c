// SPDX-License-Identifier: MIT

import Commanding

/// Engines that hear what a test says.
struct FakeHearing: SpeechHearing {
    var reports: [EngineReport] = []
    var result: Result<Transcript, RecordingError> = .success(Transcript(text: "", engine: "e", model: "m", language: "en"))

    func engines() async -> [EngineReport] { reports }

    func transcribe(
        _ audio: String, locale: String?, engine: String?, progress: @escaping @Sendable (Double?) -> Void
    ) async throws(RecordingError) -> Transcript {
        progress(nil)
        progress(0.5)
        return try result.get()
    }
}
