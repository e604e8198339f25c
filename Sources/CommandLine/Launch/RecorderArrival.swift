// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Localization

/// What becomes of a recorder that was just started; whatever comes first counts.
@LoopActor
final class RecorderArrival {
    enum Ending: Hashable {
        /// It owns its name.
        case arrived
        /// It is gone again, and how.
        case died(String)
        /// Neither in time.
        case timedOut
        /// It is gone again, for another recorder was first, and that one has no name on this bus.
        case refused
    }

    private var result: Ending?
    private var isRefused = false
    private var waiter: CheckedContinuation<Void, Never>?

    nonisolated init() {}

    func end(_ ending: Ending) {
        guard result == nil else { return }
        result = ending == .timedOut && isRefused ? .refused : ending
        waiter?.resume()
        waiter = nil
    }

    /// The process has ended, with its status as waitpid(2) has it.
    func processEnded(_ status: Int32) {
        let signal = status & 0x7f
        let code = (status >> 8) & 0xff
        // Refused: another recorder was first, and its name is about to appear, if it is on this bus.
        guard signal != 0 || code != ExitCode.refused.rawValue else {
            isRefused = true
            return
        }
        end(.died(signal == 0 ? localized("exit code {code}", ["code": "\(code)"]) : localized("signal {number}", ["number": "\(signal)"])))
    }

    func ending() async -> Ending {
        await withCheckedContinuation { continuation in
            if result == nil { waiter = continuation } else { continuation.resume() }
        }
        return result ?? .timedOut
    }
}
