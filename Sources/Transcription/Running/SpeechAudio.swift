// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import SoundFiles

/// A recording made ready for an engine, a piece at a time: as a 16 kHz WAV in a scratch folder, and measured.
///
/// Pieces bound what an engine needs of memory and disk, whatever the length of the recording. Only one is there at a time.
/// All of this blocks for as long as a disk takes.
final class SpeechAudio: @unchecked Sendable {
    // Safety: it is used by one pass, which waits for each call before the next.

    /// Ten minutes and up to one more, in frames: an engine's start, half a second, is little beside such a piece, and hardly anybody speaks a minute without a pause.
    static let length = PieceLength(certain: 600 * 16_000, searched: 60 * 16_000)

    private let audio: String
    private let length: PieceLength
    private var folders: ArraySlice<String>
    private var converter: WaveConverter?
    /// Which part of the recording has been made into pieces; what the reader has read is further.
    private var done = 0.0

    /// Nothing is done yet.
    ///
    /// - Parameter folders: where pieces may lie; the first that has room is taken.
    init(_ audio: String, in folders: [String], length: PieceLength = SpeechAudio.length) {
        (self.audio, self.folders, self.length) = (audio, folders[...], length)
    }

    /// Makes the next piece; nil when nothing is left.
    func nextPiece(isCancelled: @Sendable () -> Bool) throws(RecordingError) -> SpeechPiece? {
        let start = converter?.position ?? 0
        var failure = RecordingError.noScratchFolder(Array(folders), code: ENOENT)
        while let folder = folders.first {
            guard let scratch = ScratchSpace(in: folder) else {
                failure = errno == ENOSPC ? .noScratchSpace(folder) : .noScratchFolder(Array(folders), code: errno)
                folders.removeFirst()
                continue
            }
            do throws(SoundFileError) {
                let piece = try piece(from: start, in: scratch, isCancelled)
                if piece == nil { scratch.remove() }
                return piece
            } catch {
                scratch.remove()
                converter = nil
                failure = .audio(error, in: folder)
                guard failure.name == .noSpace else { break }
                folders.removeFirst()
            }
        }
        throw failure
    }

    private func piece(from start: Int64, in scratch: ScratchSpace, _ isCancelled: () -> Bool) throws(SoundFileError) -> SpeechPiece? {
        let converter: WaveConverter
        if let current = self.converter {
            converter = current
        } else {
            converter = try WaveConverter(audio)
            try converter.skip(to: start, isCancelled: isCancelled)
            self.converter = converter
        }
        let path = scratch.file(SpeechPiece.file)
        guard let frames = try converter.writePiece(to: path, length, tail: Self.tail(behind:), isCancelled: isCancelled) else { return nil }
        let begin = done
        done = max(begin, converter.part)
        return SpeechPiece(scratch: scratch, start: .microseconds(start * 125 / 2), loudness: try Loudness(of: path, frames: frames), part: begin...done)
    }

    /// The silence put behind a sound of so many frames, so that engines hear its last words.
    ///
    /// The detector of sherpa-onnx looks at windows of 512 frames, and 2.0 forgets the stretch of speech it is in when the sound fills the last of them exactly: a half-filled one is never
    /// mistaken for that. The quarter of a second before it is a pause, which ends the stretch for any engine.
    private static func tail(behind frames: Int64) -> Int {
        let (window, pause) = (Int64(512), Int64(4096))
        return Int(pause + window - (frames + pause + window / 2) % window)
    }

    /// Whether a sound file has not a single frame.
    static func isEmpty(_ audio: String) throws(RecordingError) -> Bool {
        var status = stat()
        // What was closed before its first frame has no header either.
        if stat(audio, &status) == 0, status.st_size == 0 { return true }
        do throws(SoundFileError) {
            let reader = try SoundFileReader(audio)
            return withUnsafeTemporaryAllocation(of: Int16.self, capacity: reader.channels * 4096) { reader.read(into: $0) } == 0
        } catch {
            throw .audio(error, in: "")
        }
    }
}
