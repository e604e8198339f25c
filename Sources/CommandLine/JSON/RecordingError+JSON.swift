// SPDX-License-Identifier: MIT

internal import Commanding

extension RecordingError {
    /// What `watch --format json` prints where there is no recorder to be asked, in this order.
    static var absenceKeys: [JSONKey<RecordingError>] {
        [
            JSONKey("state", "null: there is no recorder that could be asked") { _ in .null },
            JSONKey("error_name", "the name of the reason") { .string($0.name.rawValue) },
            JSONKey("error_message", "the reason as a sentence") { .string($0.message) },
        ]
    }
}
