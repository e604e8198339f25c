// SPDX-License-Identifier: MIT

internal import Glibc

extension ChildProcess {
    /// Why a process could not be started.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The program.
        public let executable: String
        /// The number of the error, as in errno(3): ENOENT, EACCES and ENOEXEC speak of the program, the rest of the machine.
        public let code: Int32

        /// A failure to start `executable`.
        public init(executable: String, code: Int32) {
            self.executable = executable
            self.code = code
        }

        /// A sentence.
        public var description: String { "\(executable) could not be started: \(String(cString: strerror(code)))." }
    }
}
