// SPDX-License-Identifier: MIT

extension ChildProcess {
    /// What to run, and in which surroundings.
    ///
    /// It is executed as it stands: no shell ever sees it.
    public struct Command: Hashable, Sendable {
        /// The absolute path of the program.
        public var executable: String
        /// The program's arguments, without its name.
        public var arguments: [String]
        /// The whole environment; nothing is inherited.
        public var environment: [String: String]
        /// The absolute path of the folder it starts in.
        public var workingDirectory: String
        /// Whether standard output is a terminal, where there are any, instead of a pipe.
        ///
        /// The C library holds back what goes into a pipe until 4 KiB have gathered, and writes to a terminal line by line.
        public var hasTerminal: Bool

        /// A command with its surroundings.
        public init(
            _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], workingDirectory: String = "/", hasTerminal: Bool = false
        ) {
            self.executable = executable
            self.arguments = arguments
            self.environment = environment
            self.workingDirectory = workingDirectory
            self.hasTerminal = hasTerminal
        }
    }
}
