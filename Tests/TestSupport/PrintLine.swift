// SPDX-License-Identifier: MIT

internal import Glibc

/// Writes a text and the end of a line at once: whoever reads a pipe sees each line as it comes.
package func printLine(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    let bytes = Array("\(text)\n".utf8)
    _ = write(descriptor, bytes, bytes.count)
}
