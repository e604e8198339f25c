// SPDX-License-Identifier: MIT

internal import Commanding
internal import Recording

/// Which notices stand, of which displays show one: the newest.
struct NoticeBoard {
    private var standing: [Notice] = []

    /// Puts a notice up or takes it down.
    ///
    /// - Returns: what is to be told; nil when displays need not change.
    mutating func set(_ notice: Notice, _ isUp: Bool) -> CaptureEvent? {
        guard isUp != standing.contains(notice) else { return nil }
        let shown = standing.last
        if isUp {
            standing.append(notice)
        } else {
            standing.removeAll { $0 == notice }
        }
        return standing.last == shown ? nil : .noticed(standing.last)
    }
}
