// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Localization

extension Configuration {
    /// The longest time a discarded take is held, a year, in minutes.
    package static let mostDiscardedMinutes = 525_600

    /// Reads the settings.
    ///
    /// Nothing in the file is fatal, nor is its absence: what has no effect is in ``warnings``.
    public init(file path: String, environment: [String: String]) {
        do throws(FileError) {
            self.init(parsing: try Files.read(path), environment: environment)
        } catch {
            self.init(environment: environment)
            guard error.code != ENOENT else { return }
            let message = localized("The settings in {path} could not be read: {reason}. The defaults are used.", ["path": path, "reason": error.reason])
            warnings.append(Warning(line: 0, message: message))
        }
    }

    /// The settings a file with these contents makes.
    package init(parsing bytes: [UInt8], environment: [String: String]) {
        self.init(environment: environment)
        for entry in KeyValueLines.parse(bytes) {
            guard let problem = apply(entry) else { continue }
            warnings.append(Warning(line: entry.line, message: problem))
        }
    }

    /// Takes one line over.
    ///
    /// - Returns: why it has no effect, if it has none.
    private mutating func apply(_ entry: KeyValueLines.Entry) -> String? {
        guard let key = entry.key else {
            return localized("“{line}” is not a setting. Write it as “key = value”, or put # before it.", ["line": entry.value])
        }
        let value = entry.value
        switch key {
        case "device":
            device = value.isEmpty ? nil : value
        case "language":
            guard let tag = LanguageTag.normalized(value) else { return bad(value, for: key, localized("a language tag such as en or de-CH")) }
            language = tag
        case "engine":
            guard !value.isEmpty else { return bad(value, for: key, localized("auto or the name of a speech engine")) }
            engine = value
        case "engine-command":
            engineCommand = value.split(whereSeparator: \.isWhitespace).map(String.init)
        case "hook":
            hook = value.split(whereSeparator: \.isWhitespace).map(String.init)
        case "discarded-minutes":
            guard let minutes = Int(value), (0...Self.mostDiscardedMinutes).contains(minutes) else {
                return bad(value, for: key, localized("a whole number of minutes from 0 to {most}", ["most": "\(Self.mostDiscardedMinutes)"]))
            }
            discardedPeriod = .seconds(minutes * 60)
        default:
            guard let choice = Self.choices[key] else { return localized("There is no setting “{key}”. Remove the line, or correct its spelling.", ["key": key]) }
            guard value == "yes" || value == "no" else { return bad(value, for: key, localized("yes or no")) }
            self[keyPath: choice] = value == "yes"
        }
        return nil
    }

    /// The settings that are `yes` or `no`.
    private static let choices: [String: any WritableKeyPath<Configuration, Bool> & Sendable] = [
        "install-engines": \.installsEngines, "media-player": \.isMediaPlayer, "notifications": \.showsNotifications, "indicator": \.startsIndicator,
        "inhibit-idle": \.inhibitsIdle, "pause-when-locked": \.pausesWhenLocked, "copy-text": \.copiesText,
    ]

    private func bad(_ value: String, for key: String, _ wanted: String) -> String {
        localized("“{value}” is no value for “{key}”, which wants {wanted}. The line has no effect.", ["value": value, "key": key, "wanted": wanted])
    }
}
