// SPDX-License-Identifier: MIT

internal import Commanding
internal import Logging

/// How speech becomes text: the job beside the chain.
extension Recorder {
    func processTake(_ session: SessionID) async {
        let closed: Audio?
        do throws(RecordingError) {
            closed = try await closedAudio(of: session)
        } catch {
            return fail(TakeResult(session: session, outcome: .failed, error: error))
        }
        // Discarded while its capture was being closed.
        guard machine.activity.session == session, machine.activity.state == .processing else { return }
        let task = task { recorder in
            var audio = closed
            do throws(RecordingError) {
                if audio == nil { audio = try await recorder.keptAudio(of: session) }
                guard let audio else { return }
                try await recorder.transcribe(session, audio.path, audio.duration)
            } catch {
                // Whoever cancelled the job has said already what became of the take.
                guard error.name != .cancelled else { return }
                recorder.fail(TakeResult(session: session, outcome: .failed, audioPath: audio?.path ?? "", duration: audio?.duration ?? .zero, error: error))
            }
        }
        job = (session, task)
    }

    private typealias Audio = (path: String, duration: Duration)

    /// Closes the take's capture: its audio is durable from here on.
    ///
    /// - Returns: nil when it is not open, for the take is a kept one.
    private func closedAudio(of session: SessionID) async throws(RecordingError) -> Audio? {
        guard let position = await closeCapture(of: session) else { return nil }
        return (try await ports.store.close(session, duration: position.duration), position.duration)
    }

    /// Finds the audio of a kept take, and mends it if that has not been done yet.
    private func keptAudio(of session: SessionID) async throws(RecordingError) -> Audio {
        let take = await ports.store.mend(session)
        guard !Task.isCancelled else { throw .interrupted }
        guard let take else { throw .audioIsGone }
        receive(.reopened(take))
        return (take.audioPath, take.duration)
    }

    private func transcribe(_ session: SessionID, _ audio: String, _ duration: Duration) async throws(RecordingError) {
        let locale = machine.activity.locale
        await ports.preinstaller.preinstall(locale)
        await ports.preinstaller.finish()
        let transcript = try await ports.transcriber.transcribe(audio, locale: locale) { [weak self] progress in
            self?.assumeIsolated { $0.receive(.processingProgressed(session, progress)) }
        }
        guard !Task.isCancelled else { throw .interrupted }
        receive(.storing(session))
        let isDraft = transcript.isDraft && !transcript.text.isEmpty
        let stored =
            isDraft
            ? try await ports.store.keep(session, transcript: transcript)
            : try await ports.store.finish(session, transcript: transcript)
        let result = TakeResult(
            session: session, outcome: transcript.text.isEmpty ? .noSpeech : .transcribed, audioPath: stored.audioPath, transcriptPath: stored.transcriptPath,
            duration: duration)
        receive(.processed(result, isKept: isDraft))
    }

    private func fail(_ result: TakeResult) {
        // The last words of an engine that failed may be those it heard: they are for the user, not for the log.
        let reason = result.error.map { $0.name == .transcriptionFailed ? $0.name.rawValue : $0.message } ?? ""
        log.error("the recording was not turned into text: \(reason)")
        receive(.processed(result, isKept: true))
    }

    /// Says before a take is spoken, not after, that nothing here could turn it into text.
    func lookForEngine() async {
        let locale = machine.locale
        guard await !ports.preinstaller.brings(locale) else { return }
        let obstacle = await ports.transcriber.obstacle(for: locale)
        if let obstacle {
            log.warning("takes can't be turned into text: \(obstacle)")
            receive(.engine(.engineMissing))
        } else if machine.engineNotice == .engineMissing {
            receive(.engine(nil))
        }
    }

    func heard(_ event: PreinstallEvent) {
        switch event {
        case .started: receive(.engine(.installing))
        case .progressed(let progress): receive(.processingProgressed(machine.activity.session, progress))
        case .finished, .cancelled: receive(.engine(nil))
        case .failed(let error):
            log.warning("no speech engine was installed: \(error)")
            receive(.engine(.installationFailed))
        }
    }
}
