// SPDX-License-Identifier: MIT

import Commanding
import Storage

extension FuzzedReader {
    /// The configuration and `user-dirs.dirs`: whatever they say, there are settings that make sense.
    static let configuration = FuzzedReader(name: "configuration") { input in
        let configuration = Configuration(parsing: input, environment: [:])
        insist(LanguageTag.normalized(configuration.language) == configuration.language, "“\(configuration.language)” is no language")
        insist((.zero ... .seconds(Configuration.mostDiscardedMinutes * 60)).contains(configuration.discardedPeriod), "\(configuration.discardedPeriod) is no period")
        insist(!configuration.engine.isEmpty && configuration.device?.isEmpty != true, "an empty name is none")
        let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
        for warning in configuration.warnings {
            insist((1...lines).contains(warning.line) && warning.message.hasSuffix("."), "\(warning) is no warning")
        }
        insist(Configuration(parsing: input + [UInt8(ascii: "\n")], environment: [:]) == configuration, "a line feed at the end changes something")
        let folder = UserDirectories(parsing: input, home: "/home/user").documents
        insist(folder?.hasPrefix("/") != false && folder != "/home/user", "\(folder ?? "") is no folder for documents")
    }
}
