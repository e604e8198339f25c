// SPDX-License-Identifier: MIT

internal import Glibc
internal import RecorderProgram

exit(RecorderMain.run(Array(Swift.CommandLine.arguments.dropFirst())))
