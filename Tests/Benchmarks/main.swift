// SPDX-License-Identifier: MIT

import EventLoop
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == FakeRecorder.role { exit(Loop.shared.run { await FakeRecorder.run() }) }
exit(Loop.shared.run { await Program.run(arguments) })
