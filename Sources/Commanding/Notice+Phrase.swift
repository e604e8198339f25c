// SPDX-License-Identifier: MIT

internal import Localization

extension Notice {
    /// What it says in a few words, for where there is no room for a sentence.
    public var phrase: String {
        switch self {
        case .silence: localized("the microphone is silent")
        case .clipping: localized("the sound is too loud")
        case .lowDisk: localized("the disk is nearly full")
        case .inputLost: localized("the microphone is gone")
        case .inputBack: localized("the microphone is there again")
        case .storageFailed: localized("the disk takes no more sound")
        case .gap: localized("some sound is missing")
        case .engineMissing: localized("no speech engine can be used")
        case .installing: localized("a speech engine is being installed")
        case .installationFailed: localized("no speech engine could be installed")
        }
    }
}
