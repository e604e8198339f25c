// SPDX-License-Identifier: MIT

/// Something a person at a display should know while a take is open.
///
/// A word on the bus; each display says it in its own language.
public enum Notice: String, Sendable, CaseIterable {
    /// The microphone delivers nothing but exact zeros: it is muted.
    case silence
    /// The microphone is so loud that the sound breaks.
    case clipping
    /// The disk is nearly full.
    case lowDisk
    /// The microphone was taken away; the take is paused.
    case inputLost
    /// The microphone that was taken away is there again; the take stays paused until it is resumed.
    case inputBack
    /// The file of the take can be written no more, though the disk has room; the take is paused.
    case storageFailed
    /// Some audio never arrived.
    case gap
    /// No speech engine can be used for the language of the takes, and none is on its way: they are kept as audio.
    case engineMissing
    /// A speech engine is being installed; the take waits for it.
    case installing
    /// The installation of a speech engine failed.
    case installationFailed
}
