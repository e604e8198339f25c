// SPDX-License-Identifier: MIT

/// What is needed to answer a call.
struct CallOrigin: Sendable {
    let sender: BusName
    let serial: UInt32
    let wantsReply: Bool
}
