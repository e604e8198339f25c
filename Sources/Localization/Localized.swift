// SPDX-License-Identifier: MIT

/// A text a person reads, in the person's language.
///
/// English is the source language and the key. Values are put into the text as named placeholders, so that a translation may order them as its grammar wants.
///
/// - Parameters:
///   - text: the English text, with placeholders as `{name}`.
///   - values: what stands for each placeholder.
public func localized(_ text: StaticString, _ values: [String: String] = [:]) -> String {
    guard !values.isEmpty else { return text.description }
    var result = ""
    var rest = Substring("\(text)")
    // One pass: what a value brings along, braces too, is never taken for a placeholder.
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        result.append(contentsOf: rest[..<open])
        let name = String(rest[rest.index(after: open)..<close])
        result += values[name] ?? "{\(name)}"
        rest = rest[rest.index(after: close)...]
    }
    result.append(contentsOf: rest)
    return result
}
