// SPDX-License-Identifier: MIT

import Commanding
import Glibc
import Testing

@testable import CommandLine

@Suite("Exit codes")
struct ExitCodeTests {
    @Test(arguments: RecordingError.Name.allCases)
    func `each error has its code`(_ name: RecordingError.Name) {
        let expected: Int32 =
            switch name {
            case .invalidState, .staleSession: 3
            case .invalidArguments: 2
            case .notRunning: 4
            case .notAnswering: 5
            default: 1
            }
        #expect(ExitCode(RecordingError(name, "x")).rawValue == expected)
    }

    @Test
    func `a signal's code is that of the shell`() {
        #expect(ExitCode.signal(SIGINT).rawValue == 130)
    }
}
