// SPDX-License-Identifier: MIT

package import Commanding

/// A press on a button that counts.
package struct NotificationPress: Hashable, Sendable {
    /// Where the button was.
    package let tag: NotificationTag
    /// The take it was drawn for.
    package let session: SessionID
    /// What lets a program that it starts come to the front, if the server gave anything.
    package let token: String?
}
