// SPDX-License-Identifier: MIT

import EventLoop
import Glibc

exit(Loop.shared.run { await Program.run(CommandLine.arguments.dropFirst()) })
