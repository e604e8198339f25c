// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Localization

/// The calls that wait for an answer.
///
/// Each is ended exactly once: by its answer, its time limit, the cancellation of its task or the end of the
/// connection. Whatever comes later for it, an answer above all, finds no entry and is dropped.
@LoopActor
final class ReplyTable {
    private struct Entry {
        let serial: UInt32
        let types: Signature?
        let promise: Promise<[Value]>
    }

    /// In the order the calls were sent, which is mostly that of their ends: the one looked for is near the front.
    private var entries: [Entry] = []

    nonisolated init() {}

    /// How many calls wait.
    var count: Int { entries.count }

    /// Expects the answer to the message with `serial`, which has just been sent.
    ///
    /// - Parameters:
    ///   - types: what the answer must be; nil for anything.
    ///   - onEnd: called with the outcome at its place in the order of messages, before any later message is handled.
    func expect(_ serial: UInt32, types: Signature?, within limit: Duration, onEnd: ((Result<[Value], BusError>) -> Void)?) -> Promise<[Value]> {
        let promise = Promise<[Value]>(within: limit) { outcome in
            if let index = self.entries.firstIndex(where: { $0.serial == serial }) { self.entries.remove(at: index) }
            onEnd?(outcome)
        }
        entries.append(Entry(serial: serial, types: types, promise: promise))
        return promise
    }

    /// Ends the call that `message` answers; false when nobody waits for it.
    func settle(_ message: borrowing IncomingMessage) -> Bool {
        let serial = message.replySerial
        guard let entry = entries.first(where: { $0.serial == serial }) else { return false }
        return entry.promise.end(Self.outcome(of: message, types: entry.types))
    }

    /// Ends all calls with `error`.
    func settleAll(_ error: BusError) {
        for entry in entries {
            entry.promise.end(.failure(error))
        }
    }

    private static func outcome(of message: borrowing IncomingMessage, types: Signature?) -> Result<[Value], BusError> {
        guard message.kind == .reply else {
            return .failure(.remote(name: message.errorName ?? .failed, message: message.firstString ?? ""))
        }
        if let types, message.signature != types {
            return .failure(
                .invalid(
                    reason: localized("The other program answered with values of the types “{signature}” where “{types}” was expected.", ["signature": "\(message.signature)", "types": "\(types)"])))
        }
        do throws(BusError) { return .success(try message.values()) } catch { return .failure(error) }
    }
}
