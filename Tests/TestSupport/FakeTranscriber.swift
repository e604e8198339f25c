// SPDX-License-Identifier: MIT

package import Commanding
internal import Recording
internal import Synchronization

/// A transcriber that says what it is told to, when its gate lets it.
package final class FakeTranscriber: Transcribing {
    private let answer: Mutex<Result<String, RecordingError>>
    private let transcribed = Mutex<[String]>([])
    private let obstruction = Mutex<RecordingError?>(nil)
    private let isDraft: Bool
    private let endsWhenCancelled: Bool
    /// Where it waits while it is closed.
    package let gate: Gate

    /// A transcriber that hears `text`; when cancelled it ends at once, or when its gate lets it.
    package init(text: String = "hello", isDraft: Bool = false, endsWhenCancelled: Bool = true, gate: Gate = Gate(isOpen: true)) {
        self.endsWhenCancelled = endsWhenCancelled
        answer = Mutex(.success(text))
        self.isDraft = isDraft
        self.gate = gate
    }

    /// What it hears, or fails with, from now on.
    package func answer(_ result: Result<String, RecordingError>) { answer.withLock { $0 = result } }

    /// The files it was given.
    package var files: [String] { transcribed.withLock(\.self) }

    /// What stands in its way from now on.
    package func obstruct(with error: RecordingError?) { obstruction.withLock { $0 = error } }

    package func obstacle(for locale: String) async -> RecordingError? { obstruction.withLock(\.self) }

    package func transcribe(_ audio: String, locale: String, progress: @escaping @Sendable (Double?) -> Void) async throws(RecordingError) -> Transcript {
        transcribed.withLock { $0.append(audio) }
        await withTaskCancellationHandler {
            await gate.pass()
        } onCancel: {
            if endsWhenCancelled { gate.open() }
        }
        if Task.isCancelled { throw RecordingError(.cancelled, "It was cancelled.") }
        return Transcript(text: try answer.withLock(\.self).get(), engine: "fake", model: "fake", language: locale, isDraft: isDraft)
    }
}
