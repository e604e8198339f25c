// SPDX-License-Identifier: MIT

package import Commanding

/// What a button on a notification does.
package enum NotificationAction: Hashable, Sendable {
    /// Sends a command for the take of the notification.
    case command(RecordingCommand)
    /// Puts the text of the take on the clipboard.
    case copy
    /// Opens a file with the program the user has chosen for its kind.
    case open(path: String)
    /// Opens the desktop's settings of sound.
    case soundSettings
}
