// SPDX-License-Identifier: MIT

internal import Commanding

/// A source of the sound server: a microphone, or the monitor of an output.
struct PulseSource: Hashable, Sendable {
    /// What the server calls it; stays the same when it is unplugged and comes back.
    var name: String
    /// What people call it.
    var description: String
    /// What the server calls it until it is removed.
    var index: UInt32
    /// Whether it records what an output plays.
    var isMonitor: Bool

    /// Finds the source to record from.
    ///
    /// A monitor would record what the user hears instead of what they say. It is taken only by its exact name: nobody types that by mistake, while the server makes one the default
    /// whenever the last microphone is gone.
    ///
    /// - Parameters:
    ///   - device: the name the user chose or, failing that, the description; nil for the default source.
    ///   - standard: the name of the default source.
    static func choose(_ device: String?, default standard: String, from sources: [PulseSource]) throws(RecordingError) -> PulseSource {
        if let device {
            if let source = sources.first(where: { $0.name == device }) { return source }
            let described = sources.filter { $0.description == device }
            guard let source = described.first(where: { !$0.isMonitor }) ?? described.first else { throw .noSource(named: device) }
            guard !source.isMonitor else { throw .monitor(source) }
            return source
        }
        guard let source = sources.first(where: { $0.name == standard }) else { throw .noSource }
        guard !source.isMonitor else { throw .monitor(source) }
        return source
    }
}
