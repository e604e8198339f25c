// SPDX-License-Identifier: MIT

internal import CSndFile

/// The two kinds of file we write, both 16 bit and mono.
public enum SoundFileKind: Sendable {
    /// What is kept: every block is a whole by itself, so what was written before a crash opens unrepaired.
    case flac
    /// What speech engines read.
    case wave

    var format: Int32 {
        switch self {
        case .flac: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
        case .wave: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
        }
    }

    /// The most frames a file may have: 36 bits in a FLAC header, 32 bits of bytes (the header's own counted) in a RIFF one.
    var frameLimit: Int64 {
        switch self {
        case .flac: (1 << 36) - 1
        case .wave: (Int64(UInt32.max) - 64) / Int64(SoundFormat.bytesPerFrame)
        }
    }
}
