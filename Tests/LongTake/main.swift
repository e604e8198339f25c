// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

// Records, checks and processes a take of a day: `LongTake [HOURS]`, 25 otherwise. It takes about two minutes for an hour; exits with 1 when something was wrong.
let hours = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 25
let code = Loop.shared.run {
    do {
        return try await LongTake.run(hours: hours) { printLine($0) } ? 0 : 1
    } catch {
        printLine("\(error)")
        return 1
    }
}
exit(code)
