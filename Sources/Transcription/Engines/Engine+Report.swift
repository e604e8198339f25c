// SPDX-License-Identifier: MIT

internal import Commanding

extension Engine {
    /// Most engines have one model here, for all their languages.
    func models(beside installation: EngineInstallation, in environment: EngineEnvironment) -> (names: [String], languages: [String]) {
        ([installation.model], languages.all)
    }

    /// What is known of it on this machine.
    ///
    /// Blocks for as long as a disk takes.
    func report(in environment: EngineEnvironment) -> EngineReport {
        var report = EngineReport(name: name, isDraft: isDraft)
        // Of one that lacks all languages the reason for English is told.
        for language in ["en"] + languages.all where report.program == nil {
            do throws(EngineAbsence) {
                let installation = try locate(for: language, in: environment)
                report.program = installation.executable
                (report.models, report.languages) = models(beside: installation, in: environment)
                report.obstacle = nil
            } catch {
                report.obstacle = report.obstacle ?? error.sentence
            }
        }
        return report
    }
}

extension EngineAbsence {
    fileprivate var sentence: String {
        switch self {
        case .broken(let reason): reason
        case .notInstalled(let fix): fix
        }
    }
}
