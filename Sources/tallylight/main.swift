// SPDX-License-Identifier: MIT

internal import CommandLine
internal import Glibc

exit(CommandLineProgram.run(Array(Swift.CommandLine.arguments.dropFirst())))
