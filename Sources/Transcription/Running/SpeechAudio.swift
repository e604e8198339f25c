// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import SoundFiles

/// A recording made ready for an engine: as a 16 kHz WAV in a scratch folder, and measured.
///
/// All of this blocks for as long as a disk takes.
struct SpeechAudio: Sendable {
    /// The silence put behind a sound of so many frames, so that engines hear its last words.
    ///
    /// The detector of sherpa-onnx looks at windows of 512 frames, and 2.0 forgets the stretch of speech it is in when the sound fills the last of them exactly: a half-filled one is never
    /// mistaken for that. The quarter of a second before it is a pause, which ends the stretch for any engine.
    private static func tail(behind frames: Int64) -> Int {
        let (window, pause) = (Int64(512), Int64(4096))
        return Int(pause + window - (frames + pause + window / 2) % window)
    }

    /// Where it lies; an engine's own files lie in ``workFolder`` beside it.
    let scratch: ScratchSpace
    /// How loud it is, and how long.
    let loudness: Loudness

    /// The absolute path of the WAV file.
    var path: String { scratch.file("audio.wav") }
    /// The absolute path of the folder the engine runs in.
    var workFolder: String { scratch.path }

    /// Converts `audio` in the first of `folders` that has room for it.
    static func prepare(_ audio: String, in folders: [String], isCancelled: @Sendable () -> Bool) throws(RecordingError) -> SpeechAudio {
        var failure = RecordingError.noScratchFolder(folders, code: ENOENT)
        for folder in folders {
            guard let scratch = ScratchSpace(in: folder) else {
                failure = errno == ENOSPC ? .noScratchSpace(folder) : .noScratchFolder(folders, code: errno)
                continue
            }
            let path = scratch.file("audio.wav")
            do throws(SoundFileError) {
                let frames = try WaveConverter.convert(audio, to: path, tail: tail(behind:), isCancelled: isCancelled)
                return SpeechAudio(scratch: scratch, loudness: try Loudness(of: path, frames: frames))
            } catch {
                scratch.remove()
                failure = .audio(error, in: folder)
                guard failure.name == .noSpace else { break }
            }
        }
        throw failure
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
