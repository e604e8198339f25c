// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import TestSupport

/// What every benchmark works with: the wishes of the caller, the programs under test and the core they share.
@LoopActor
struct Bench {
    let options: Options
    /// The one core on which bus, client and service run where latencies are compared: no scheduler's whim comes between them.
    let core: String

    init(_ options: Options) {
        self.options = options
        let allowed = TextFile.read("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        core = allowed?.split { ",-: \t".contains($0) }.last.map(String.init) ?? "0"
    }

    /// One of two figures: the whole measurement's, or the quick one's.
    func figure<Figure>(_ whole: Figure, quick: Figure) -> Figure { options.isQuick ? quick : whole }

    /// The program people type.
    func tallylight() throws -> String { try product("tallylight") }

    /// The recorder.
    func recorder() throws -> String { try product("tallylight-recorder") }

    private func product(_ name: String) throws -> String {
        let path = Subprocess.product(name)
        guard access(path, X_OK) == 0 else { throw Failure("\(path) is missing: swift build -c release") }
        return path
    }
}
