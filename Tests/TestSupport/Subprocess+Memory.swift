// SPDX-License-Identifier: MIT

extension Subprocess {
    /// The most memory a process has had so far, in kB.
    package static func peakMemory(of process: Int32) async throws -> Int { try await size("VmHWM", of: process) }

    /// The memory a process has now, in kB.
    package static func memory(of process: Int32) async throws -> Int { try await size("VmRSS", of: process) }

    private static func size(_ key: String, of process: Int32) async throws -> Int {
        let line = try await run("/bin/grep", [key, "/proc/\(process)/status"]).output
        guard let size = Int(line.filter(\.isNumber)) else { throw DeskError("the process \(process) is gone") }
        return size
    }
}
