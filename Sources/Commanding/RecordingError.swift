// SPDX-License-Identifier: MIT

/// Why a command was refused or failed: a name to act on, and a sentence for people that says what happened and what to do.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name to act on; on the bus `org.tallylight.Recorder1.Error.` stands before its spelling.
    public enum Name: String, Sendable, CaseIterable {
        /// The command has no meaning in this state.
        case invalidState = "InvalidState"
        /// The take the command was meant for is neither open nor kept.
        case staleSession = "StaleSession"
        /// There is no microphone, or not the chosen one.
        case noInputDevice = "NoInputDevice"
        /// The sound server does not let us record, or root would in another user's home.
        case permissionDenied = "PermissionDenied"
        /// The microphone is taken.
        case deviceBusy = "DeviceBusy"
        /// The microphone delivers nothing.
        case inputLost = "InputLost"
        /// The disk is full.
        case noSpace = "NoSpace"
        /// A file or folder could not be written.
        case storageFailed = "StorageFailed"
        /// No speech engine, or none for the take's language.
        case modelUnavailable = "ModelUnavailable"
        /// The speech engine failed.
        case transcriptionFailed = "TranscriptionFailed"
        /// What was named does not exist.
        case notFound = "NotFound"
        /// It was ended before it was done.
        case cancelled = "Cancelled"
        /// An argument has no meaning; `org.freedesktop.DBus.Error.InvalidArgs` on the bus.
        case invalidArguments = "InvalidArgs"
        /// No recorder is running. Said by clients, never by the recorder.
        case notRunning = "NotRunning"
        /// A recorder is running, or was, and does not answer. Said by clients, never by the recorder.
        case notAnswering = "NotAnswering"
        /// There is no session bus. Said by clients, never by the recorder.
        case noBus = "NoBus"
    }

    /// The name to act on.
    public let name: Name
    /// The sentence for people.
    public let message: String

    /// An error with its sentence.
    public init(_ name: Name, _ message: String) {
        self.name = name
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
}
