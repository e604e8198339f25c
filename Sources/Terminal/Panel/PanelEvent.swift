// SPDX-License-Identifier: MIT

package import Commanding
package import EventLoop

/// What happens to a panel.
package enum PanelEvent: Sendable {
    /// The recorder shows this from now on.
    case activity(Activity)
    /// The microphone is so loud, in dBFS.
    case level(Double)
    /// A key was pressed.
    case key(Key)
    /// The window has this size from now on.
    case resized(WindowSize)
    /// A command came back, refused with an error or carried out.
    case answered(Int, RecordingError?)
    /// The text of a take arrived, or never will.
    case text(SessionID, Result<Transcript, RecordingError>)
    /// There is something the person should know.
    case said(String)
    /// There will be no more activities.
    case recorderEnded(RecordingError?)
}
