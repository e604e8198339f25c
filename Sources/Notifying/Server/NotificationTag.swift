// SPDX-License-Identifier: MIT

package import Commanding

/// What stands on the desktop because of us: one notification per take, one for what is passing, and one for what did not begin.
package enum NotificationTag: Hashable, Sendable {
    /// That of a take.
    case take(SessionID)
    /// That of passing notices, each of which takes the place of the one before.
    case notice
    /// That of the last recording that did not begin or go on.
    case failure
}
