// SPDX-License-Identifier: MIT

import EventLoop
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == FakeRecorder.role { exit(EventLoop.shared.run { await FakeRecorder.run() }) }
exit(EventLoop.shared.run { await Program.run(arguments) })
