// SPDX-License-Identifier: MIT

package import Commanding

/// What a panel wants done; the session does it.
package enum PanelEffect: Hashable, Sendable {
    /// Send a command for the take the panel showed, and say `answered` with this number.
    case perform(Int, RecordingCommand, SessionID)
    /// Fetch the text of a take.
    case fetchText(SessionID)
    /// Draw everything anew.
    case repaint
    /// Give the terminal back and stop the process until it is continued.
    case suspend
    /// Leave.
    case end(TerminalEnding)
}
