// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import Recording

extension NoticeDetails {
    /// The details as the signal `Warning` carries them.
    var options: [String: Value] {
        var options: [String: Value] = [:]
        if let timeLeft { options["minutes_left"] = .uint32(UInt32(clamping: timeLeft.components.seconds / 60)) }
        if let error {
            options["error_name"] = .string(error.busName.text)
            options["error_message"] = .string(error.message)
        }
        return options
    }
}
