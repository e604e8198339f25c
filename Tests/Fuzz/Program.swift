// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// Has what reads bytes of others read bytes that nobody would write.
@main
enum Program {
    private static let help = """
        Has each of our readers of foreign bytes read what is made of its seeds, and asks of each input what must hold of all.

        Fuzz [--seconds N] [--only NAME] [--seed N]
        Fuzz --only NAME FILE…

          --seconds  for each reader; 600 otherwise
          --only     one of them: \(FuzzedReader.all.map(\.name).joined(separator: ", "))
          --seed     has the same inputs come again; others each time otherwise
          FILE       an input, to be read once

        These changes are blind. Built for libFuzzer, which sees what an input reaches, the program is that of libFuzzer, and takes its arguments after --only=NAME:

        swift build -c release --scratch-path .build/fuzz -Xswiftc -sanitize=fuzzer,address -Xlinker --allow-multiple-definition -Xlinker --export-dynamic --product Fuzz
        .build/fuzz/release/Fuzz --only=NAME -max_total_time=600 FOUND Tests/Fuzz/Corpus/NAME

        An input for which something doesn't hold stops the program and is left in the current folder.
        """

    static func main() {
        LibFuzzer.runIfLinked()
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            printLine(help, to: STDERR_FILENO)
            exit(2)
        }
        guard !options.isHelpWanted else { return printLine(help) }
        for reader in options.readers {
            LastInput.leave(reader)
            var run = FuzzRun(reader)
            if options.files.isEmpty {
                run.perform(seconds: options.seconds, seed: options.seed)
            } else {
                for path in options.files {
                    guard let input = Corpus.contents(of: path) else {
                        printLine("\(path) cannot be read", to: STDERR_FILENO)
                        exit(1)
                    }
                    run.read(input)
                }
            }
            printLine("\(reader.name): \(run.inputs) inputs of seed \(options.seed), the slowest in \(run.slowest)")
        }
        ScratchFile.remove()
    }
}
