// SPDX-License-Identifier: MIT

package import Commanding

/// What stands on the desktop because of us: one notification per take, and one for what is passing.
package enum NotificationTag: Hashable, Sendable {
    /// That of a take.
    case take(SessionID)
    /// That of passing notices, each of which takes the place of the one before.
    case notice
}
