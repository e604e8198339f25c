// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport

extension Desk {
    /// Waits until somebody on the bus owns `name`.
    func untilOwned(_ name: BusName) async throws {
        try await withConnection { connection in
            let owned = Gate()
            let watch = try await connection.watch(name) { if $0.new != nil { owned.open() } }
            let timer = LoopTimer(after: .seconds(20)) { owned.open() }
            if watch.owner == nil { await owned.pass() }
            timer.cancel()
            guard watch.owner != nil else { throw DeskError("nobody ever owned \(name)") }
        }
    }

    /// Who owns `name`, by the unique name.
    func owner(of name: BusName) async throws -> BusName? { try await withConnection { try await $0.owner(of: name) } }

    /// Kills the indicator, if there is one: it would look for its bus for a while.
    func endIndicator() async {
        if let indicator = try? await process(owning: "org.tallylight.Indicator1") { kill(indicator, SIGKILL) }
    }

    /// Asks until the answer is yes, where nobody tells of it.
    func eventually(_ what: String, within limit: Duration = .seconds(30), _ isTrue: () async throws -> Bool) async throws {
        let start = ContinuousClock.now
        while try await !isTrue() {
            guard start.duration(to: .now) < limit else { throw DeskError("there never were \(what)") }
        }
    }
}
