// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc
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
    }

    /// Its process.
    var child: Int32 = 0
    private var result: Ending?
    private var waiter: CheckedContinuation<Void, Never>?

    nonisolated init() {}

    func end(_ ending: Ending) {
        guard result == nil else { return }
        result = ending
        waiter?.resume()
        waiter = nil
    }

    /// Looks whether the process has ended.
    func reap() {
        var status: Int32 = 0
        guard child > 0, waitpid(child, &status, WNOHANG) == child else { return }
        let signal = status & 0x7f
        let code = (status >> 8) & 0xff
        // Refused: another recorder was first, and its name is about to appear.
        guard signal != 0 || code != ExitCode.refused.rawValue else { return }
        end(.died(signal == 0 ? localized("exit code {code}", ["code": "\(code)"]) : localized("signal {number}", ["number": "\(signal)"])))
    }

    func ending() async -> Ending {
        await withCheckedContinuation { continuation in
            if result == nil { waiter = continuation } else { continuation.resume() }
        }
        return result ?? .timedOut
    }
}
