// SPDX-License-Identifier: MIT

internal import Commanding
internal import Logging

/// What happens to the capture and the folder of a take: the links of the chain.
extension Recorder {
    func startTake() async {
        let locale = machine.locale
        await ports.preinstaller.preinstall(locale)
        do throws(RecordingError) {
            let take = try await ports.store.create(started: ports.clock.wallTime, locale: locale)
            do throws(RecordingError) {
                let start = try await ports.capture.start(at: take.audioPath)
                capturing = take.session
                receive(.started(take, start))
                engineLook = task { await $0.lookForEngine() }
            } catch {
                await ports.store.abandon(take.session)
                throw error
            }
        } catch {
            log.notice("no recording was started: \(error)")
            receive(.startFailed(error))
        }
    }

    func pauseCapture() async {
        do throws(RecordingError) {
            receive(.paused(try await ports.capture.pause()))
        } catch {
            log.warning("the stream could not be paused: \(error)")
            receive(.pauseFailed)
        }
    }

    func resumeCapture() async {
        do throws(RecordingError) {
            receive(.resumed(try await ports.capture.resume()))
        } catch {
            log.notice("the recording could not be resumed: \(error)")
            receive(.resumeFailed(error))
        }
    }

    func discardTake(_ session: SessionID) async {
        if let position = await closeCapture(of: session) { _ = try? await ports.store.close(session, duration: position.duration) }
        let ended = endJob(of: session)
        // Beside the chain: an engine may take its time to end, and the next take does not wait for it.
        discarding = task { [discarding] recorder in
            await discarding?.value
            await ended?.value
            do throws(RecordingError) {
                try await recorder.ports.store.discard(session)
            } catch {
                log.error("a discarded recording stays where it is: \(error)")
                recorder.receive(.recovered(session))
            }
            recorder.tidyUp()
        }
    }

    func saveTake(_ session: SessionID) async {
        let position = await closeCapture(of: session)
        await endJob(of: session)?.value
        let duration = position?.duration ?? machine.activity.timer.elapsed
        var result = TakeResult(session: session, outcome: .failed, duration: duration, error: .interrupted)
        do throws(RecordingError) {
            if position != nil { result.audioPath = try await ports.store.close(session, duration: duration) }
            result.audioPath = try await ports.store.save(session)
        } catch {
            log.error("the audio stays where it was recorded: \(error)")
            result.error = error
        }
        receive(.processed(result, isKept: true))
    }

    /// Closes the capture if it is this take's.
    ///
    /// - Returns: how much audio it has; nil when it was closed already.
    @discardableResult
    func closeCapture(of session: SessionID) async -> CapturePosition? {
        guard capturing == session else { return nil }
        capturing = nil
        do throws(RecordingError) {
            let position = try await ports.capture.stop()
            receive(.stopped(position))
            return position
        } catch {
            // What was written before is in the file, and the file is what counts.
            log.error("the capture did not close well: \(error)")
            return CapturePosition(duration: machine.activity.timer.elapsed)
        }
    }

    /// Makes takes whole that a crash has torn, one after the other, and offers them when that is done.
    ///
    /// An hour of sound takes a second: nobody is to wait for it, neither at the start nor for a new take. What is discarded or processed meanwhile is not offered.
    func mend(_ sessions: [SessionID]) async {
        var mended: [StoredTake] = []
        for session in sessions {
            guard let take = await ports.store.mend(session) else { continue }
            mended.append(take)
        }
        mended.removeAll { !machine.activity.kept.contains($0.session) }
        guard !mended.isEmpty, !Task.isCancelled else { return }
        report(recovered: mended)
    }

    private func endJob(of session: SessionID) -> Task<Void, Never>? {
        guard let job, job.session == session else { return nil }
        job.task.cancel()
        return job.task
    }

    /// Deletes what was discarded long ago, now and as long as something waits for it.
    func tidyUp() {
        janitor?.cancel()
        janitor = task { await $0.purgeWhenDue() }
    }

    private func purgeWhenDue() async {
        while !Task.isCancelled, let next = await ports.store.purgeDiscarded(at: ports.clock.wallTime) {
            // At least a second: a wall clock that was set back must not make this loop spin.
            let delay = Duration.microseconds(max(1_000_000, next.microseconds - ports.clock.wallTime.microseconds))
            guard (try? await ports.clock.sleep(for: delay)) != nil else { return }
        }
    }
}
