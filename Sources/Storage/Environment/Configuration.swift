// SPDX-License-Identifier: MIT

internal import Commanding

/// The user's settings, `$XDG_CONFIG_HOME/tallylight/config`.
///
/// Lines of `key = value`, comments after `#`; what is not set, or makes no sense, has its default:
///
/// | key | value | default |
/// |---|---|---|
/// | `device` | the name of a source of the sound server | the server's default source |
/// | `language` | the language that will be spoken, a BCP 47 tag such as `en` or `de-CH` | the language of the environment |
/// | `engine` | the speech engine: `auto`, `sherpa-onnx`, `pocketsphinx`, … | `auto` |
/// | `engine-command` | a program of the user's and its arguments, separated by blanks, for the engine `command` | none |
/// | `copy-text` | whether each text is put on the clipboard, `yes` or `no` | `no` |
/// | `hook` | a program of the user's and its arguments, separated by blanks, which gets each text on its standard input | none |
/// | `discarded-minutes` | for how many minutes a discarded take can be brought back; 0 deletes it at once | 10 |
/// | `install-engines` | whether a missing speech engine is installed by itself, `yes` or `no` | `yes` |
/// | `media-player` | whether media keys control the take, `yes` or `no` | `yes` |
/// | `indicator` | whether the recorder shows itself in the desktop's tray, `yes` or `no` | `yes` |
/// | `notifications` | whether the desktop shows notifications, `yes` or `no` | `yes` |
/// | `inhibit-idle` | whether the session counts as used while a take is recording, `yes` or `no` | `yes` |
/// | `pause-when-locked` | whether a take is paused when the screen is locked, `yes` or `no` | `no` |
public struct Configuration: Hashable, Sendable {
    /// Something in the file that has no effect.
    public struct Warning: Hashable, Sendable {
        /// The number of the line, from 1; 0 for the file as a whole.
        public var line: Int
        /// The sentence for people.
        public var message: String
    }

    /// The variables that decide defaults.
    public static let variables = LanguageTag.variables

    /// The name of the source to record; nil for the default one.
    public var device: String?
    /// The language spoken, a BCP 47 tag.
    public var language: String
    /// The name of the speech engine, or `auto`.
    public var engine = "auto"
    /// A program of the user's that turns speech into text, and its arguments; empty when there is none.
    public var engineCommand: [String] = []
    /// Whether each text is put on the clipboard.
    public var copiesText = false
    /// A program of the user's that gets each text, and its arguments; empty when there is none.
    public var hook: [String] = []
    /// For how long a discarded take can be brought back.
    public var discardedPeriod = Duration.seconds(600)
    /// Whether a missing speech engine is installed by itself.
    public var installsEngines = true
    /// Whether the open take is a media player to the desktop, which media keys control.
    public var isMediaPlayer = true
    /// Whether the indicator is started where the desktop has a tray.
    public var startsIndicator = true
    /// Whether the desktop shows notifications.
    public var showsNotifications = true
    /// Whether the session counts as used while a take is recording, so that the screen stays on.
    public var inhibitsIdle = true
    /// Whether a take is paused when the screen is locked.
    public var pausesWhenLocked = false
    /// What in the file has no effect, in order.
    public var warnings: [Warning] = []

    /// The defaults in `environment`.
    public init(environment: [String: String]) {
        language = LanguageTag.preferred(in: environment)
    }
}
