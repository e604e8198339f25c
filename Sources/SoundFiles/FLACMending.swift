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
}
