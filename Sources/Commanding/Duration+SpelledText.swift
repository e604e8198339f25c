// SPDX-License-Identifier: MIT

internal import Localization

extension Duration {
    /// The time in words, for sentences and for whoever listens to them: `2 minutes 5 seconds`; whole seconds that have passed, and none of a negative time.
    public var spelledText: String {
        let seconds = max(components.seconds, 0)
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        var parts: [String] = []
        if hours > 0 { parts.append(hours == 1 ? localized("1 hour") : localized("{count} hours", ["count": "\(hours)"])) }
        if minutes > 0 { parts.append(minutes == 1 ? localized("1 minute") : localized("{count} minutes", ["count": "\(minutes)"])) }
        if rest > 0 || parts.isEmpty { parts.append(rest == 1 ? localized("1 second") : localized("{count} seconds", ["count": "\(rest)"])) }
        return parts.joined(separator: " ")
    }
}
