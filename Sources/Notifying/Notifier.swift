// SPDX-License-Identifier: MIT

package import EventLoop

/// Says what passes: a notification that goes by itself after a few seconds, and gives way to the next.
@LoopActor
package final class Notifier {
    /// How much it matters.
    package enum Kind: Sendable {
        case info
        case warning
        case error
    }

    /// How long it stands.
    ///
    /// Not all servers keep to the time that a notification names, so it is taken away.
    private let period: Duration
    private let board: NotificationBoard
    private var saidSoFar = 0
    private var timer: LoopTimer?

    /// A notifier that puts up on `board` what it says, for as long as `period`.
    package init(_ board: NotificationBoard, period: Duration = .seconds(8)) {
        self.board = board
        self.period = period
    }

    /// Says a sentence.
    package func say(_ sentence: String, _ kind: Kind) {
        saidSoFar += 1
        board.show(NotificationContent(passing: sentence, kind, number: saidSoFar), as: .notice)
        timer?.cancel()
        timer = LoopTimer(after: period) { [board] in board.withdraw(.notice) }
    }
}
