// SPDX-License-Identifier: MIT

internal import Commanding
internal import Logging

/// How speech becomes text: the job beside the chain.
extension Recorder {
    func processTake(_ session: SessionID) async {
        let audio: (path: String, duration: Duration)
        do throws(RecordingError) {
            audio = try await closedAudio(of: session)
        } catch {
            return fail(TakeResult(session: session, outcome: .failed, error: error))
        }
        // Discarded while its capture was being closed.
        guard machine.activity.session == session, machine.activity.state == .processing else { return }
        let task = task { recorder in
            do throws(RecordingError) {
                try await recorder.transcribe(session, audio.path, audio.duration)
            } catch {
                // Whoever cancelled the job has said already what became of the take.
                guard error.name != .cancelled else { return }
                recorder.fail(TakeResult(session: session, outcome: .failed, audioPath: audio.path, duration: audio.duration, error: error))
            }
        }
        job = (session, task)
    }

    /// Closes the take's capture, if it is open, and finds its audio: durable from here on.
    private func closedAudio(of session: SessionID) async throws(RecordingError) -> (path: String, duration: Duration) {
        if let position = await closeCapture(of: session) {
            return (try await ports.store.close(session, duration: position.duration), position.duration)
        }
        guard let take = await ports.store.kept().first(where: { $0.session == session }) else { throw .audioIsGone }
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
