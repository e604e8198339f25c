// SPDX-License-Identifier: MIT

package import Commanding
package import EventLoop
internal import Icons
internal import Localization

extension NotificationContent {
    /// What is said when a recording did not begin, or did not go on.
    ///
    /// It stays until it is closed or a recording runs: what is to be done about a microphone takes longer than any notice stands.
    package init(_ failure: RecordingError, number: Int, _ programs: DesktopPrograms) {
        let isAboutSound = Self.soundErrors.contains(failure.name)
        let settings = Button(key: "failure.settings", label: localized("Sound settings"), action: .soundSettings)
        self.init(
            occasion: .failure(number), session: .none, summary: localized("Not recording"), body: failure.message.singleLine.excerpt(characters: Self.excerptLength),
            buttons: isAboutSound && programs.soundSettings() != nil ? [settings] : [], icon: .attention, category: "device.error")
    }

    /// What can be mended in the settings of sound.
    private static let soundErrors: Set<RecordingError.Name> = [.noInputDevice, .permissionDenied, .deviceBusy, .inputLost]
}
