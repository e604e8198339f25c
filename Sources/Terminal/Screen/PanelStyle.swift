// SPDX-License-Identifier: MIT

internal import Glibc

/// What the terminal and the person allow the panel to look like.
public struct PanelStyle: Hashable, Sendable {
    /// Whether colours are used.
    public var hasColour: Bool
    /// Whether the terminal's font is sure to have the round symbols; the Linux console's doesn't.
    public var hasSymbols: Bool

    /// A style of choice.
    public init(hasColour: Bool = true, hasSymbols: Bool = true) {
        self.hasColour = hasColour
        self.hasSymbols = hasSymbols
    }

    /// The style an environment asks for: `NO_COLOR`, unless empty, takes the colours away (no-color.org), `TERM=linux` the symbols.
    package init(environment: (String) -> String?) {
        self.init(hasColour: (environment("NO_COLOR") ?? "").isEmpty, hasSymbols: environment("TERM") != "linux")
    }

    /// The style this process's environment asks for.
    public static var ofEnvironment: PanelStyle {
        PanelStyle { name in getenv(name).map { String(cString: $0) } }
    }

    var symbols: Symbols { hasSymbols ? .round : .plain }
}
