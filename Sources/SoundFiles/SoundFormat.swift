// SPDX-License-Identifier: MIT

/// The format of all audio we keep: what the microphone is asked for and what the file holds.
public enum SoundFormat {
    /// Frames a second.
    public static let rate = 48_000
    /// Bytes a frame: one channel of 16 bit.
    public static let bytesPerFrame = 2
}
