// SPDX-License-Identifier: MIT

import TestSupport

extension SubprocessResult {
    /// The result, which must be that of a success.
    @discardableResult
    func succeeded() throws -> SubprocessResult {
        guard code == 0 else { throw DeskError("a program ended with \(ending): \(errors)") }
        return self
    }
}
