// SPDX-License-Identifier: MIT

/// A notification server with the buttons it has.
protocol NotificationDesktop: Desktop {
    /// Presses the button `label` of the one notification on the screen.
    func press(_ label: String) async throws

    /// Waits until `count` notifications are on the screen, and none waits.
    func displays(_ count: Int) async throws
}
