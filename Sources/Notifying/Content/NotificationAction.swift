// SPDX-License-Identifier: MIT

package import Commanding

/// What a button on a notification does.
package enum NotificationAction: Hashable, Sendable {
    /// Sends a command for the take of the notification.
    case command(RecordingCommand)
}
