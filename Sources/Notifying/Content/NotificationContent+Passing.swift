// SPDX-License-Identifier: MIT

internal import Commanding
internal import Icons
internal import Localization

extension NotificationContent {
    /// What is said in passing: a sentence for people.
    package init(passing sentence: String, _ kind: Notifier.Kind, number: Int) {
        let summary: String
        switch kind {
        case .info: summary = localized("Tallylight")
        case .warning: summary = localized("Please note")
        case .error: summary = localized("That did not work")
        }
        self.init(
            occasion: .passing(number), session: .none, summary: summary, body: sentence.singleLine.excerpt(characters: Self.excerptLength),
            urgency: kind == .info ? .low : .normal, icon: kind == .info ? .ready : .attention, category: kind == .error ? "device.error" : "device")
    }
}

extension Notice {
    /// What is said in passing when it comes up in a take; nil where the notification of the take says it.
    var passing: (sentence: String, kind: Notifier.Kind)? {
        [.inputLost, .inputBack, .storageFailed].contains(self) ? nil : (sentence, isAlarming ? .warning : .info)
    }
}
