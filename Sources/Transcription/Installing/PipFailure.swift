// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Localization

/// What a failed call of pip says about why.
enum PipFailure {
    /// Words of pip's messages, and what they mean; the first that is found holds, so what causes other messages stands before them.
    private static let meanings: [(words: [String], error: @Sendable (EnginePackage, String) -> RecordingError)] = [
        (["No space left on device", "Disk quota exceeded"], { .noSpaceForEngine($0.name, in: $1, size: $0.size) }),
        (
            ["No module named pip"],
            { package, _ in .notInstalled(package.name, localized("python3 has no pip; “sudo apt install python3-pip” provides it")) }
        ),
        (
            ["DO NOT MATCH THE HASHES"],
            { package, _ in
                .notInstalled(package.name, localized("a file that arrived is not the one it should be, so nothing of it was used; if you use a package mirror, check it"))
            }
        ),
        (
            [
                "connection broken", "Max retries exceeded", "NewConnectionError", "NameResolutionError", "ConnectTimeoutError", "ReadTimeoutError", "Read timed out",
                "ProxyError", "SSLError", "Network is unreachable", "Temporary failure in name resolution", "IncompleteRead", "ConnectionResetError",
            ],
            { package, _ in .notInstalled(package.name, localized("the package index could not be reached; check the network")) }
        ),
        (
            ["No matching distribution"],
            { package, _ in .notInstalled(package.name, localized("the package index has nothing for this machine and its version of Python")) }
        ),
    ]

    /// The error that fits what pip said on standard error.
    ///
    /// - Parameter folder: where the engine was to be installed.
    static func error(_ package: EnginePackage, ending: ChildProcess.Ending, messages: [String], folder: String) -> RecordingError {
        for meaning in meanings where messages.contains(where: { message in meaning.words.contains { message.contains($0) } }) {
            return meaning.error(package, folder)
        }
        let words = messages.last { $0.hasPrefix("ERROR:") } ?? messages.last ?? ""
        let what =
            switch ending {
            case .exited(let code): localized("pip failed with exit code {code}: {words}", ["code": "\(code)", "words": words])
            case .killed(let signal): localized("pip was ended by {signal}", ["signal": SignalName.describe(signal)])
            }
        return .notInstalled(package.name, what)
    }
}
