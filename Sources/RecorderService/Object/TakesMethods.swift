// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus
internal import EventLoop

/// The methods of the interface of takes.
struct TakesMethods {
    /// Whom all calls are handed to.
    let recorder: any RecordingCommanding

    /// All of them, in the order of the interface's description.
    var table: [BusObject.Method] {
        [
            BusObject.Method("ListTakes", in: "a{sv}", out: "aa{sv}") { _ in
                do throws(RecordingError) {
                    return [.array(of: "a{sv}", try await recorder.takes().map { .options($0.options) })]
                } catch {
                    throw BusError(answering: error)
                }
            }
        ]
    }
}
