// SPDX-License-Identifier: MIT

internal import CLinux

extension ChildProcess {
    /// How a process ended.
    public enum Ending: Hashable, Sendable {
        /// It returned this code.
        case exited(Int32)
        /// This signal ended it.
        case killed(Int32)

        init(status: Int32) {
            self = clinux_exited(status) != 0 ? .exited(clinux_exit_status(status)) : .killed(clinux_signal(status))
        }
    }

    /// Where output comes from.
    public enum Stream: Hashable, Sendable {
        case standardOutput
        case standardError
    }
}
