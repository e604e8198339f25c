// SPDX-License-Identifier: MIT

package import Commanding
package import Icons

/// What a notification says and offers, before it is known which server will show it.
///
/// Two contents that are equal look the same, so that showing the second is needless.
package struct NotificationContent: Hashable, Sendable {
    /// What the notification is about: as long as it stays the same, a change is a mere update, and what the user has closed stays closed.
    package enum Occasion: Hashable, Sendable {
        /// The take is in this state since then.
        case state(RecordingState, since: WallTime)
        /// The take has ended.
        case result(RecordingOutcome)
        /// A take was recovered.
        case recovery
        /// Something passing, by its number.
        case passing(Int)
        /// A recording did not begin or go on, by the number of the failure.
        case failure(Int)
    }

    /// How much it may disturb; the numbers are the specification's.
    package enum Urgency: UInt8, Sendable {
        case low = 0
        case normal = 1
    }

    /// A button.
    package struct Button: Hashable, Sendable {
        /// What the server sends back.
        ///
        /// It names the state the button was drawn in: a click on the “Discard” of a paused take that arrives late is told from one on that of a take in processing.
        package var key: String
        /// What is written on it.
        package var label: String
        /// What it does.
        package var action: NotificationAction
    }

    /// What it is about.
    package var occasion: Occasion
    /// The take that the buttons are meant for.
    package var session: SessionID
    /// One line; never markup.
    package var summary: String
    /// What is below it, as plain text.
    package var body: String
    /// The buttons in the order of their importance: servers draw three.
    package var buttons: [Button] = []
    /// How much it may disturb when it is new; an update never disturbs.
    package var urgency = Urgency.normal
    /// What it is about, as a picture.
    package var icon = StateIcon.ready
    /// The kind of event, for servers that sort by it.
    package var category = "device"

    /// Whether it stands as long as what it says is true, and a click on a button doesn't take it away.
    package var isLasting: Bool {
        if case .state = occasion { true } else { false }
    }

    /// Whether servers need not remember it.
    package var isPassing: Bool {
        if case .passing = occasion { true } else { false }
    }
}
