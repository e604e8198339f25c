// SPDX-License-Identifier: MIT

/// The port through which everything controls and watches the recorder, in its process or over the bus.
public protocol RecordingCommanding: RecordingPerforming {
    /// The activity now.
    func activity() async throws(RecordingError) -> Activity

    /// The activity now and after each change, until the recorder is gone.
    ///
    /// A reader that falls behind gets the newest: of what it has not read, only the last is kept.
    func activities() async throws(RecordingError) -> AsyncStream<Activity>
}
