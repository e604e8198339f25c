// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

extension NotificationContent {
    /// What is said in passing: a sentence for people.
    package init(passing sentence: String, _ kind: Notifier.Kind, number: Int) {
        let summary: String
        switch kind {
        case .info: summary = localized("Tallylight")
        case .warning: summary = localized("Tallylight: a warning")
        case .error: summary = localized("Tallylight: an error")
        }
        self.init(
            occasion: .passing(number), session: .none, summary: summary, body: sentence.singleLine.excerpt(characters: Self.excerptLength),
            urgency: kind == .info ? .low : .normal, category: kind == .error ? "device.error" : "device")
    }
}

extension Notice {
    /// What is said in passing when it comes up in a take; nil where the notification of the take says it.
    var passing: (sentence: String, kind: Notifier.Kind)? {
        switch self {
        case .silence: (localized("The microphone delivers nothing but silence. Check that it isn't muted."), .warning)
        case .clipping: (localized("The microphone is so loud that the sound breaks. Turn it down, or move away from it."), .warning)
        case .lowDisk: (localized("The disk is nearly full. Free some space, or finish the recording soon."), .warning)
        case .gap: (localized("Some audio never arrived: the machine or the microphone could not keep up. The rest is kept."), .warning)
        case .engineMissing: (localized("No speech engine can be used for this language. The take is kept as audio until there is one."), .warning)
        case .installing: (localized("A speech engine is being installed. The take waits for it."), .info)
        case .installationFailed: (localized("The speech engine could not be installed. The take is kept as audio."), .warning)
        case .inputLost: nil
        }
    }
}
