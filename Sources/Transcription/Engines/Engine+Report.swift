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
        let known = languages.all
        do throws(EngineAbsence) {
            let installation = try locate(for: known.contains("en") ? "en" : known.first ?? "", in: environment)
            report.program = installation.executable
            (report.models, report.languages) = models(beside: installation, in: environment)
        } catch {
            switch error {
            case .broken(let reason): report.obstacle = reason
            case .notInstalled(let fix): report.obstacle = fix
            }
        }
        return report
    }
}
