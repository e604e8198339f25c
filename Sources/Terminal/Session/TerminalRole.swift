// SPDX-License-Identifier: MIT

/// Whose terminal it is: what quitting means depends on it.
public enum TerminalRole: Hashable, Sendable {
    /// A client's: quitting only detaches, and a take goes on.
    case attached
    /// The recorder's own: quitting ends the recorder, so with an open take it asks.
    ///
    /// Whether the recorder can live on without this terminal is for it to say: without a bus nobody would reach it any more.
    case recorder(canLiveOn: Bool)
}
