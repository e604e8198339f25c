// SPDX-License-Identifier: MIT

package import Recording

/// A preinstaller whose engine is always there, unless its gate is closed: then it is on its way.
package final class FakePreinstaller: Preinstalling {
    private let continuation: AsyncStream<PreinstallEvent>.Continuation
    /// What it says: sent with ``say(_:)``.
    package let events: AsyncStream<PreinstallEvent>
    /// Where ``finish()`` waits while it is closed.
    package let gate: Gate

    /// A preinstaller with nothing to do.
    package init(gate: Gate = Gate(isOpen: true)) {
        self.gate = gate
        (events, continuation) = AsyncStream.makeStream(of: PreinstallEvent.self)
    }

    /// Says something.
    package func say(_ event: PreinstallEvent) { continuation.yield(event) }

    package func brings(_ locale: String) async -> Bool { false }
    package func preinstall(_ locale: String) async {}
    package func finish() async { await gate.pass() }
    package func cancel() async {}
}
