// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The short forms of `Torture messages`, `Torture takes` and `Fuzz`.
@Suite("A long time and much nonsense", .crowded, .timeLimit(.minutes(5)))
struct SoakTests {
    @Test
    func `twenty thousand messages that are valid and wrong get their errors, and the take that is recorded meanwhile is whole`() async throws {
        let result = try await MessageSoak.run(20_000, seed: 4)
        #expect(result.messages == 20_000 && result.faults.isEmpty, "\(result.faults)")
        #expect(result.table.growing.isEmpty, "\(result.table)")
    }

    @Test
    func `thirty takes leave nothing behind in the recorder`() async throws {
        let table = try await TakeSoak.run(30, lookingEvery: 3)
        #expect(table.growing.isEmpty, "\(table)")
    }

    @Test(arguments: ["values", "address", "configuration", "keys", "pocketsphinx", "sherpa", "sound", "files"])
    func `what is made of its seeds in a second does a reader of foreign bytes no harm`(_ reader: String) async throws {
        let folder = ScratchFolder()
        let result = try await Subprocess.run("\(Desk.programs)/Fuzz", ["--only", reader, "--seconds", "1", "--seed", "4"], environment: ["PATH": "/usr/bin:/bin", "TMPDIR": folder.path])
        #expect(result.code == 0, "\(result.output)\(result.errors)")
    }
}
