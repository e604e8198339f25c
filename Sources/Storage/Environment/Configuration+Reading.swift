// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Localization

extension Configuration {
    /// The longest time a discarded take is held, a year, in minutes.
    static let mostDiscardedMinutes = 525_600

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
    init(parsing bytes: [UInt8], environment: [String: String]) {
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
        case "discarded-minutes":
            guard let minutes = Int(value), (0...Self.mostDiscardedMinutes).contains(minutes) else {
                return bad(value, for: key, localized("a whole number of minutes from 0 to {most}", ["most": "\(Self.mostDiscardedMinutes)"]))
            }
            discardedPeriod = .seconds(minutes * 60)
        case "install-engines":
            guard let choice = Self.choice(value) else { return bad(value, for: key, localized("yes or no")) }
            installsEngines = choice
        case "media-player":
            guard let choice = Self.choice(value) else { return bad(value, for: key, localized("yes or no")) }
            isMediaPlayer = choice
        case "indicator":
            guard let choice = Self.choice(value) else { return bad(value, for: key, localized("yes or no")) }
            startsIndicator = choice
        case "notifications":
            guard let choice = Self.choice(value) else { return bad(value, for: key, localized("yes or no")) }
            showsNotifications = choice
        default:
            return localized("There is no setting “{key}”. Remove the line, or correct its spelling.", ["key": key])
        }
        return nil
    }

    /// What `yes` and `no` mean; nil for anything else.
    private static func choice(_ value: String) -> Bool? { value == "yes" ? true : value == "no" ? false : nil }

    private func bad(_ value: String, for key: String, _ wanted: String) -> String {
        localized("“{value}” is no value for “{key}”, which wants {wanted}. The line has no effect.", ["value": value, "key": key, "wanted": wanted])
    }
}
