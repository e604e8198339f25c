// SPDX-License-Identifier: MIT

/// The pictures of the recorder's states: the drawings in `scalable/`, which are installed as icons, and pixels for whoever finds no icon by its name.
public enum StateIcon: String, CaseIterable, Sendable {
    /// No take is open.
    case ready
    /// Frames are arriving.
    case recording
    /// The take waits.
    case paused
    /// Speech is being turned into text.
    case processing
    /// Something a person should look at.
    case attention

    /// What it is called in an icon theme.
    public var name: String { "tallylight-\(rawValue)" }

    /// The drawing, as it is installed.
    var document: String { String(decoding: bytes, as: UTF8.self) }

    private var bytes: [UInt8] {
        switch self {
        case .ready: PackageResources.tallylight_ready_svg
        case .recording: PackageResources.tallylight_recording_svg
        case .paused: PackageResources.tallylight_paused_svg
        case .processing: PackageResources.tallylight_processing_svg
        case .attention: PackageResources.tallylight_attention_svg
        }
    }
}
