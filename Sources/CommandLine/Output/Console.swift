// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc
internal import Localization
internal import Terminal

/// Where verbs write: results to standard output, everything else to standard error.
///
/// A terminal gets nothing that could steer it, whatever names and texts hold; a file or another program gets them as they are. Nobody asks a verb to look after
/// writes: the first that fails is remembered, later ones are left out, and ``verdict(_:)`` has the last word.
@LoopActor
final class Console {
    let output: OutputDescriptor
    private let errors: OutputDescriptor
    private lazy var isTerminal = output.isTerminal
    private var failure: Int32 = 0

    nonisolated init(output: OutputDescriptor = .standardOutput, errors: OutputDescriptor = .standardError) {
        self.output = output
        self.errors = errors
    }

    /// Whether what is written still arrives.
    var isOpen: Bool { failure == 0 }

    /// Writes one line.
    func line(_ text: String) {
        write((isTerminal ? text.inert : Self.oneLine(text)) + "\n")
    }

    /// The text as a reader of lines takes it: what breaks lines is a blank.
    private static func oneLine(_ text: String) -> String {
        text.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
    }

    /// Writes a text of any number of lines, and ends its last one.
    ///
    /// Nothing is written for an empty text.
    func text(_ text: String) {
        guard !text.isEmpty else { return }
        let shown = isTerminal ? text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(\.inert).joined(separator: "\n") : text
        write(shown.hasSuffix("\n") ? shown : shown + "\n")
    }

    /// Says what a person should know, in one line on standard error.
    func complain(_ sentence: String) {
        Console.complain(sentence, on: errors)
    }

    /// Shows how far something is, for people: in the last line of a terminal, which is empty again for nil.
    func progress(_ part: Double?) {
        guard errors.isTerminal else { return }
        _ = errors.write(part.map { "\r\(Int(min(max($0, 0), 1) * 100)) %" } ?? "\r\u{1B}[K")
    }

    /// The code to end with, after a verb ended with `code`.
    ///
    /// That nobody reads the output is no failure; that a disk took none of it is.
    func verdict(_ code: ExitCode) -> ExitCode {
        Self.verdict(code, failure: failure, errors: errors)
    }

    private func write(_ text: String) {
        guard isOpen else { return }
        failure = output.write(text)
    }

    // MARK: Before there is a loop

    nonisolated static func complain(_ sentence: String, on errors: OutputDescriptor = .standardError) {
        // One line in any case: messages come from the recorder too.
        let text = errors.isTerminal ? sentence.inert : sentence.split(whereSeparator: \.isNewline).joined(separator: " ")
        _ = errors.write("tallylight: \(text)\n")
    }

    nonisolated static func verdict(_ code: ExitCode, failure: Int32, errors: OutputDescriptor = .standardError) -> ExitCode {
        guard failure != 0, failure != EPIPE else { return code }
        complain(localized("The output could not be written: {reason}.", ["reason": String(errno: failure)]), on: errors)
        return code == .done ? .failed : code
    }
}
