// SPDX-License-Identifier: MIT

/// The models of whisper.cpp whose exact length is known, which tells one that was not fetched to its end.
enum WhisperCatalogue {
    /// Bytes, by name; measured of the files whose SHA-1 whisper.cpp's own list has.
    static let sizes = ["tiny.en": 77_704_715, "base": 147_951_465]
}
