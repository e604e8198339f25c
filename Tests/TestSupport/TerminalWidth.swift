// SPDX-License-Identifier: MIT

internal import Glibc

/// The width of a scalar as glibc sees it: an opinion that is not the program's own.
public enum TerminalWidth {
    private typealias Function = @convention(c) (wchar_t) -> Int32

    // wcwidth(3) is hidden from Swift's Glibc module, which is built without _XOPEN_SOURCE.
    private static let function = unsafeBitCast(dlsym(nil, "wcwidth"), to: Function.self)
    // Safety: a locale object never changes, and this one is never freed.
    nonisolated(unsafe) private static let locale = newlocale(1, "C.UTF-8", nil)  // LC_CTYPE_MASK

    /// Columns; -1 for what doesn't print.
    public static func columns(of scalar: Unicode.Scalar) -> Int {
        let before = uselocale(locale)
        defer { uselocale(before) }
        return Int(function(wchar_t(scalar.value)))
    }
}
