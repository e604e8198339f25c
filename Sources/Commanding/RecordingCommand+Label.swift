// SPDX-License-Identifier: MIT

internal import Localization

extension RecordingCommand {
    /// What stands on a button or a row of a menu that sends it.
    public var label: String {
        switch self {
        case .toggle: localized("Record or Pause")
        case .process: localized("Process")
        case .discard: localized("Discard")
        case .start: localized("Record")
        case .pause: localized("Pause")
        case .resume: localized("Resume")
        case .finish: localized("Finish")
        }
    }
}

extension RecordingState {
    /// The commands that a surface has buttons for in this state, at most three, in the order of their importance; what destroys comes last.
    public var buttons: [RecordingCommand] {
        switch self {
        case .notRecording: [.start]
        case .recording: [.pause, .finish]
        case .paused: [.resume, .process, .discard]
        case .processing: [.discard]
        }
    }
}
