// SPDX-License-Identifier: MIT

internal import Glibc

/// Makes a FLAC file whole whose writer was killed or lost its power.
public enum FLACMending {
    /// Drops what is torn behind the last whole frame, writes into the header how much there is, and returns when that is on the disk.
    ///
    /// The length is that of the frames that are there, whatever the header says. What is whole already is not touched; neither is what has no whole frame, and what is damaged
    /// in the middle: what comes behind the damage would be lost.
    ///
    /// - Returns: the length; nil when the file was left as it is and its length is not known.
    /// - Throws: `cancelled`, with nothing changed, when the task is cancelled.
    public static func mend(_ path: String) throws(SoundFileError) -> Duration? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw SoundFileError(path: path, code: errno) }
        defer { close(descriptor) }
        guard var info = FLACStreamInfo(descriptor), info.rate > 0, let scan = try FLACScan(descriptor, path, info) else { return nil }
        guard scan.frames > 0, scan.frames <= SoundFileKind.flac.frameLimit, !scan.hasFramesBehind else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SoundFileError(path: path, code: errno) }
        if info.frames != scan.frames || status.st_size != scan.end {
            info.frames = scan.frames
            info.forgetChecksum()
            guard ftruncate(descriptor, scan.end) == 0, info.write(to: descriptor) else { throw SoundFileError(path: path, code: errno) }
        }
        guard fdatasync(descriptor) == 0 else { throw SoundFileError(path: path, code: errno) }
        return .microseconds(scan.frames * 1_000_000 / info.rate)
    }

    /// Whether there may be sound in a file: a whole frame of FLAC, or anything that is not known to be none.
    ///
    /// False is certain: of a file that is empty, and of one that ends before its first frame does. A writer has that for the first tenth of a second.
    public static func mayHoldSound(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return errno != ENOENT }
        defer { close(descriptor) }
        var mark = [UInt8](repeating: 0, count: 4)
        let count = pread(descriptor, &mark, mark.count, 0)
        guard count >= 0, Array("fLaC".utf8).starts(with: mark.prefix(count)) else { return true }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return true }
        let isShort = status.st_size < metadataLimit
        guard let info = FLACStreamInfo(descriptor), info.rate > 0 else { return !isShort }
        do throws(SoundFileError) {
            guard let scan = try FLACScan(descriptor, path, info, frameLimit: 1) else { return !isShort }
            return scan.frames > 0 || scan.hasFramesBehind
        } catch {
            // Not known to be none: a disk that refuses, or a task that is cancelled.
            return true
        }
    }

    /// More than the metadata takes that is written before the first frame, in bytes.
    private static let metadataLimit: off_t = 8192
}
