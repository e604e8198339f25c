// SPDX-License-Identifier: MIT

internal import Localization

/// What a command line asks of a program.
enum CommandLineRequest: Sendable {
    /// To do something.
    case run(Verb, Options)
    /// To print something.
    case answer(String)
    /// Nothing that has a meaning.
    case refuse(UsageError)

    /// Understands `arguments`, without the program's name.
    static func parse(_ arguments: [String], for program: Program) -> CommandLineRequest {
        do throws(UsageError) {
            let parsed = try Parser.parse(arguments, for: program)
            switch parsed.question {
            case .help: return .answer(HelpText.page(parsed.verb, of: program))
            case .version: return .answer(Product.line(for: program))
            case nil: break
            }
            guard case .answer(let answer) = parsed.verb.action else { return .run(parsed.verb, parsed.options) }
            return .answer(try answer(parsed.options))
        } catch {
            return .refuse(error)
        }
    }

    /// Prints an answer.
    static func print(_ text: String) -> ExitCode {
        let failure = OutputDescriptor.standardOutput.write(text + "\n")
        return Console.verdict(.done, failure: failure)
    }

    /// Says what is wrong with the command line.
    static func refuse(_ error: UsageError) -> ExitCode {
        Console.complain(error.message)
        return .usage
    }
}
