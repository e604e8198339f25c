// SPDX-License-Identifier: MIT

import Commanding
import EventLoop

/// A recorder that is not there until it is.
@LoopActor
final class AbsentRecorder: RecordingCommanding {
    var isThere = false
    private(set) var commands: [RecordingCommand] = []

    nonisolated init() {}

    @LoopActor func perform(_ command: RecordingCommand, session: SessionID?) async throws(RecordingError) -> Activity {
        commands.append(command)
        if !isThere { throw RecordingError(.notRunning, "No recorder is running.") }
        return Activity()
    }

    func activity() async throws(RecordingError) -> Activity { Activity() }
    func activities() async throws(RecordingError) -> AsyncStream<Activity> { AsyncStream { _ in } }
    func inputLevel() async throws(RecordingError) -> Double { 0 }
    func transcript(of session: SessionID) async throws(RecordingError) -> Transcript { throw RecordingError(.notRunning, "") }
    func setTitle(_ title: String, of session: SessionID) async throws(RecordingError) {}
    func setLocale(_ locale: String, of session: SessionID) async throws(RecordingError) {}
    func takes() async throws(RecordingError) -> [ListedTake] { [] }
    func recover(_ session: SessionID) async throws(RecordingError) -> SessionID { session }
    func quit(force: Bool) async throws(RecordingError) {}
}
