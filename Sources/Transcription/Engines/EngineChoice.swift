// SPDX-License-Identifier: MIT

internal import Commanding

/// Which engine hears a recording.
enum EngineChoice: Hashable, Sendable {
    /// The best that is installed.
    case automatic
    /// This one.
    case named(String)

    /// A choice as the configuration spells it.
    init(_ name: String) {
        self = name == "auto" || name.isEmpty ? .automatic : .named(name)
    }

    /// Every engine there is, best first.
    static let all: [any Engine] = [WhisperCpp(), SherpaMoonshine(), Vosk(), PocketSphinx(), CommandEngine()]

    /// Finds the engine for `locale`.
    ///
    /// One that lacks the language is no candidate: no English out of German speech. One that is there and damaged is said, not passed over for a worse one: its user would take bad text for the
    /// best there is. Blocks for as long as a disk takes.
    func engine(
        for locale: String, in environment: EngineEnvironment, among engines: [any Engine] = all
    ) throws(RecordingError) -> (any Engine, EngineInstallation) {
        let language = EngineLanguages.primary(of: locale)
        let chosen = engines.filter { self == .automatic ? !$0.isOnlyByName : self == .named($0.name) }
        guard !chosen.isEmpty else { throw .unknownEngine(name, among: engines.map(\.name)) }
        let candidates = chosen.filter { $0.languages.contains(language) }
        guard !candidates.isEmpty else { throw .noEngine(forLanguage: locale) }
        var fixes: [String] = []
        for engine in candidates {
            do throws(EngineAbsence) {
                return (engine, try engine.locate(for: language, in: environment))
            } catch {
                switch error {
                case .broken(let reason): throw .damaged(reason)
                case .notInstalled(let fix): fixes.append(fix)
                }
            }
        }
        throw .noEngine(fixes)
    }

    private var name: String {
        switch self {
        case .automatic: "auto"
        case .named(let name): name
        }
    }
}
