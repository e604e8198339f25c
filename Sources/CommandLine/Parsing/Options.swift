// SPDX-License-Identifier: MIT

internal import Commanding
internal import ShellExtension

/// What a command line says, beside its verb.
struct Options: Hashable, Sendable {
    /// The take that is meant; nil for whichever is open.
    var session: SessionID?
    /// Whether to wait for the text.
    var wait = false
    /// How to print.
    var format = OutputFormat.plain
    /// How to print a text.
    var textFormat = TranscriptFormat.txt
    /// Whether to print whatever happens, for somebody who never asks again.
    var follows = false
    /// Whether to print each second.
    var tick = false
    /// Whether to quit with a take open.
    var force = false
    /// Whether to list takes instead of bringing one back.
    var list = false
    /// Whether to bring all back.
    var all = false
    /// Whether to open a window for the panel.
    var window = false
    /// For which version of GNOME Shell; nil for the one there is.
    var shellVersion: ShellVersion?
    /// Whether to take away instead of to install.
    var remove = false
    /// What a recorder is started with.
    var recorder = RecorderArguments()
    /// What the verb is about.
    var operand: String?
}
