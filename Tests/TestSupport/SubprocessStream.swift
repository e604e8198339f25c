// SPDX-License-Identifier: MIT

/// What one of a child's standard descriptors is.
public enum SubprocessStream: Hashable, Sendable {
    /// `/dev/null`.
    case null
    /// Not open at all, as after `<&-` in a shell.
    case closed
    /// A pipe to the test: what the child writes is collected, what the test writes is the child's input.
    case pipe
    /// A file opened for reading and writing: a device, or the far end of a pseudo-terminal.
    case file(String)
    /// A duplicate of a descriptor of the test.
    case descriptor(Int32)
}
