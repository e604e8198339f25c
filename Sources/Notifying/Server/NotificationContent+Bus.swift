// SPDX-License-Identifier: MIT

internal import DBus
internal import Icons
internal import Localization

/// What a notification server says it can do; where it says nothing, nothing.
struct NotificationCapabilities: Hashable {
    /// It draws buttons.
    ///
    /// Some that can't ask in a dialog instead, so that buttons are never sent on the off chance.
    var hasActions = false
    /// It takes the body for markup.
    var hasMarkup = false

    init(_ names: [String] = []) {
        hasActions = names.contains("actions")
        hasMarkup = names.contains("body-markup")
    }
}

extension NotificationContent {
    /// The arguments of `Notify`.
    ///
    /// [Basic design](https://specifications.freedesktop.org/notification-spec/latest/protocol.html#command-notify)
    ///
    /// - Parameters:
    ///   - id: the notification it replaces; 0 for none.
    ///   - isUpdate: whether it only brings what is shown up to date, which mustn't disturb.
    ///   - capabilities: what the server can do.
    ///   - theme: the icons that can be named.
    func arguments(replacing id: UInt32, isUpdate: Bool, _ capabilities: NotificationCapabilities, _ theme: IconTheme) -> [Value] {
        let actions = capabilities.hasActions ? buttons.flatMap { [$0.key, $0.label] } : []
        var hints: [String: Value] = [
            "urgency": .byte((isUpdate ? .low : urgency).rawValue), "desktop-entry": .string("org.tallylight.Tallylight"), "category": .string(category),
        ]
        // No second key to replace by, such as `x-dunst-stack-tag`: mako 1.7.1 frees it twice when a notification that has one is replaced.
        // A hint that is false is left out: there are servers for which it counts that it is there.
        if isLasting { hints["resident"] = .boolean(true) }
        if isPassing { hints["transient"] = .boolean(true) }
        if isUpdate { hints["suppress-sound"] = .boolean(true) }
        // By the server's own setting for what passes; never for what lasts.
        let expiry: Int32 = isLasting ? 0 : -1
        return [
            .string("Tallylight"), .uint32(id), .string(theme.has(icon) ? icon.name : icon.substitute), .string(summary),
            .string(capabilities.hasMarkup ? body.escapedForMarkup : body), .strings(actions), .options(hints),
            .int32(expiry),
        ]
    }
}

extension StateIcon {
    /// What stands for it where our icons are not installed.
    ///
    /// [Icon naming](https://specifications.freedesktop.org/icon-naming-spec/latest/)
    fileprivate var substitute: String { self == .attention ? "dialog-warning" : "audio-input-microphone" }
}
