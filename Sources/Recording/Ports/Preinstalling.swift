// SPDX-License-Identifier: MIT

/// Brings the speech engine and model a language needs, ahead of the first take that wants them.
public protocol Preinstalling: Sendable {
    /// Whether it would bring an engine for `locale` where there is none.
    func brings(_ locale: String) async -> Bool

    /// Begins to install what `locale` needs, in the background; does nothing when it is there or on its way.
    func preinstall(_ locale: String) async

    /// Waits for an installation under way.
    ///
    /// Returns at once when there is none, and early when the task is cancelled. An installation that failed has said so in ``events``.
    func finish() async

    /// Ends an installation under way and removes what it left.
    func cancel() async

    /// What happens to installations, in order. One reader; kept until read.
    var events: AsyncStream<PreinstallEvent> { get }
}
