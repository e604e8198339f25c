// SPDX-License-Identifier: MIT

internal import CSndFile
internal import Glibc

/// A new sound file, 16 bit and mono, written through libsndfile on a descriptor of our own.
///
/// The descriptor is ours because libsndfile keeps errors to itself: `sf_write_sync` returns nothing, and `sf_close` returns 0 on a full disk. So after each write errno is
/// looked at, the file is synced and closed here, and what is then in it is read back.
///
/// A FLAC file that could take no more is still closed as a whole one: cut behind its last whole block, its header counting what is there.
public final class SoundFileWriter {
    /// Where the file is.
    public let path: String
    /// Frames taken so far.
    public private(set) var frames: Int64 = 0
    /// Frames the file holds whatever happens next: without the block that is being filled.
    public var safeFrames: Int64 {
        // libFLAC writes a block when the first frame of the next has come.
        kind == .flac ? max(0, frames - 1) / blockSize * blockSize : frames
    }

    private let kind: SoundFileKind
    private var descriptor: Int32
    private var handle: OpaquePointer?
    private var failure: SoundFileError?
    /// Frames in a FLAC block, and where the last whole one ends.
    private var blockSize: Int64 = 1
    private var wholeBytes: off_t = 0
    private var isFolderSynced = false
    /// How often the file was deleted meanwhile, and written anew.
    public private(set) var restorations = 0

    /// Creates the file, readable for its owner only; what is already there, or a link in its place, is refused.
    public init(creating path: String, _ kind: SoundFileKind, rate: Int = SoundFormat.rate) throws(SoundFileError) {
        self.path = path
        self.kind = kind
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SoundFileError(path: path, code: errno) }
        var info = SF_INFO()
        info.samplerate = Int32(clamping: rate)
        info.channels = 1
        info.format = kind.format
        errno = 0
        handle = sf_open_fd(descriptor, Int32(SFM_WRITE), &info, Int32(SF_FALSE))
        let code = errno
        guard handle != nil else {
            abandon()
            throw code == 0 ? .unwritable(path: path, reason: String(cString: sf_strerror(nil))) : SoundFileError(path: path, code: code)
        }
        sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    }

    deinit {
        if let handle { sf_close(handle) }
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Appends frames.
    public func write(_ samples: UnsafeBufferPointer<Int16>) throws(SoundFileError) {
        try append(samples.count) { sf_writef_short(handle, samples.baseAddress, sf_count_t(samples.count)) }
    }

    /// Appends frames whose full scale is ±1; what lies beyond is held to it.
    public func write(_ samples: UnsafeBufferPointer<Float>) throws(SoundFileError) {
        try append(samples.count) { sf_writef_float(handle, samples.baseAddress, sf_count_t(samples.count)) }
    }

    private func append(_ count: Int, _ write: () -> sf_count_t) throws(SoundFileError) {
        if let failure { throw failure }
        guard count > 0 else { return }
        guard frames + Int64(count) <= kind.frameLimit else { throw fail(.tooLong(path: path)) }
        errno = 0
        let written = write()
        let code = errno
        guard written == count else {
            throw fail(code == 0 ? .unwritable(path: path, reason: String(cString: sf_strerror(handle))) : SoundFileError(path: path, code: code))
        }
        frames += Int64(count)
        guard kind == .flac else { return }
        if frames == Int64(count) { blockSize = FLACStreamInfo(descriptor)?.blockSize ?? 1 }
        wholeBytes = lseek(descriptor, 0, SEEK_CUR)
    }

    /// Makes all that left the encoder durable; the first time also the file's name: contents first, so that a name that is there has sound behind it.
    public func sync() throws(SoundFileError) {
        if let failure { throw failure }
        guard fdatasync(descriptor) == 0 else { throw fail(SoundFileError(path: path, code: errno)) }
        try checkPresence()
        guard !isFolderSynced else { return }
        isFolderSynced = true
        try syncFolder()
    }

    /// Bytes an ordinary user can still write to the file system; nil when it does not say.
    public var freeBytes: Int64? {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }

    /// Writes what the encoder holds, completes the header and closes the file.
    ///
    /// - Parameter isDurable: whether it returns only when everything is on the disk.
    /// - Returns: the frames the file holds: fewer than ``frames`` when the disk could not take them all. The file is whole in either case; without a frame it is empty.
    @discardableResult
    public func close(isDurable: Bool = true) throws(SoundFileError) -> Int64 {
        guard let handle else { return safeFrames }
        self.handle = nil
        sf_close(handle)
        var held = frames
        if failure != nil || !isWhole { held = try salvage() }
        if isDurable, fsync(descriptor) != 0 { throw SoundFileError(path: path, code: errno) }
        try checkPresence()
        let status = Glibc.close(descriptor)
        let code = errno
        descriptor = -1
        guard status == 0 else { throw SoundFileError(path: path, code: code) }
        return held
    }

    /// Closes the file and deletes it.
    public func abandon() {
        if let handle { sf_close(handle) }
        handle = nil
        guard descriptor >= 0 else { return }
        unlink(path)
        Glibc.close(descriptor)
        descriptor = -1
    }

    private func fail(_ error: SoundFileError) -> SoundFileError {
        failure = error
        return error
    }

    /// Whether the closed file holds all frames: the FLAC encoder counts them in the header only after the last block was taken.
    private var isWhole: Bool {
        switch kind {
        case .flac: return frames == 0 || FLACStreamInfo(descriptor)?.frames == frames
        case .wave:
            var status = stat()
            return fstat(descriptor, &status) == 0 && Int64(status.st_size) >= frames * Int64(SoundFormat.bytesPerFrame)
        }
    }

    private func salvage() throws(SoundFileError) -> Int64 {
        guard kind == .flac, wholeBytes > 0, var header = FLACStreamInfo(descriptor) else { throw failure ?? .noSpace(path: path) }
        header.frames = safeFrames
        header.forgetChecksum()
        guard ftruncate(descriptor, wholeBytes) == 0, header.write(to: descriptor) else { throw SoundFileError(path: path, code: errno) }
        return safeFrames
    }

    private func checkPresence() throws(SoundFileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fail(SoundFileError(path: path, code: errno)) }
        guard status.st_nlink == 0 else { return }
        // Whoever deletes a file has discarded nothing: what was recorded gets its name back.
        guard kind == .flac, RestoredFile.make(path, for: descriptor) else { throw fail(.removed(path: path)) }
        restorations += 1
        isFolderSynced = false
    }

    private func syncFolder() throws(SoundFileError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }  // A folder may be searchable and writable without being readable.
        defer { Glibc.close(descriptor) }
        // A file system that cannot sync folders says EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SoundFileError(path: path, code: errno) }
    }
}
