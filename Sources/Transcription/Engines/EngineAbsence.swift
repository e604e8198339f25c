// SPDX-License-Identifier: MIT

/// Why an engine cannot be used; each case carries sentences for people.
enum EngineAbsence: Error, Hashable, Sendable {
    /// It is not there; `fix` says how to install it.
    case notInstalled(fix: String)
    /// It is there and does not work; `reason` names the file and says what to do.
    case broken(reason: String)
}
