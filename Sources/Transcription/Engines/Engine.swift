// SPDX-License-Identifier: MIT

/// A speech engine as a value: how to find it, how to call it, how to read what it says.
///
/// It runs nothing itself; ``EngineRun`` does, the same way for all.
protocol Engine: Sendable {
    /// What it is called in the configuration and in transcripts.
    var name: String { get }
    /// The languages it knows, whatever its models.
    var languages: EngineLanguages { get }
    /// Whether its text is only a stopgap.
    var isDraft: Bool { get }

    /// Whether it is used only where the user names it, and never for being the best there is.
    var isOnlyByName: Bool { get }

    /// Finds the engine and the model for `language`, proves that both are whole as far as a glance can tell, and says what is wrong otherwise.
    ///
    /// Blocks for as long as a disk takes.
    func locate(for language: String, in environment: EngineEnvironment) throws(EngineAbsence) -> EngineInstallation

    /// The names of the models that are there, the one that is used first, and the languages it knows with them, in alphabetical order.
    ///
    /// Blocks for as long as a disk takes.
    func models(beside installation: EngineInstallation, in environment: EngineEnvironment) -> (names: [String], languages: [String])

    /// The call that turns the job's audio into text.
    func call(_ job: EngineJob, of installation: EngineInstallation) -> EngineCall

    /// A reader for the output of one run.
    func reader() -> any EngineReader
}

extension Engine {
    var isOnlyByName: Bool { false }
}
