// SPDX-License-Identifier: MIT

import EventLoop
import TestSupport

/// The audio the recorder leaves on disk, read with other programs than its own.
@LoopActor
enum TakeAudio {
    /// The path of the audio of the one take that is being recorded.
    static func unfinished(in home: String) throws -> String {
        let takes = "\(home)/.local/share/tallylight/takes"
        let paths = ScratchFolder.names(in: takes).map { "\(takes)/\($0)/audio.flac.part" }
        guard let path = paths.first(where: { TextFile.read($0) != nil }) else { throw Failure("There is no unfinished take in \(takes).") }
        return path
    }

    /// The samples that can be read of a FLAC file, finished or not.
    static func decode(_ path: String) async throws -> [Int16] {
        let command = ["flac", "--decode", "--decode-through-errors", "--stdout", "--silent", "--force-raw-format", "--endian=little", "--sign=signed", path]
        let child = try await Child.start(command, environment: [:])
        let bytes = try await child.finish(within: .seconds(60)).outputBytes
        guard bytes.count >= 2 else { throw Failure("There is no audio in \(path): \(child.errorsSoFar)") }
        return (0..<bytes.count / 2).map { Int16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8) }
    }
}
