// SPDX-License-Identifier: MIT

extension StateIcon {
    /// The name of the file in `symbolic/`; its ending says that it is to be recoloured.
    public var symbolicFile: String { "\(name)-symbolic.svg" }

    /// The drawing in one colour, for whoever cannot count on installed icons.
    public var symbolicBytes: [UInt8] {
        switch self {
        case .ready: PackageResources.tallylight_ready_symbolic_svg
        case .recording: PackageResources.tallylight_recording_symbolic_svg
        case .paused: PackageResources.tallylight_paused_symbolic_svg
        case .processing: PackageResources.tallylight_processing_symbolic_svg
        case .attention: PackageResources.tallylight_attention_symbolic_svg
        }
    }
}
