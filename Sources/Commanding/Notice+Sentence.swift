// SPDX-License-Identifier: MIT

internal import Localization

extension Notice {
    /// The notice as a sentence: what it is, and what can be done.
    public var sentence: String {
        switch self {
        case .silence: localized("The microphone delivers nothing but silence. Check that it isn't muted.")
        case .clipping: localized("The sound is so loud that it breaks. Speak from further away, or turn the microphone down.")
        case .lowDisk: localized("The disk is nearly full. Free some space, or finish the take soon.")
        case .inputLost: localized("The microphone was taken away, so the take is paused. Connect it again, or go on with another, and resume.")
        case .inputBack: localized("The microphone is there again. The take is paused until you resume it.")
        case .storageFailed: localized("The disk takes no more of the sound, so the take is paused. What was written is kept: check the disk, then resume, or finish the take.")
        case .gap: localized("Some of the sound never arrived: the take has a gap. The rest is kept.")
        case .engineMissing: localized("No speech engine can be used, so takes are kept as audio. Process one to read why.")
        case .installing: localized("A speech engine is being installed. Takes are processed as soon as it is there.")
        case .installationFailed: localized("The speech engine could not be installed. Check the network and the room on the disk: it is tried again with the next take.")
        }
    }

    /// Whether something is going wrong.
    public var isAlarming: Bool { self != .installing && self != .inputBack }
}
