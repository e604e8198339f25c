// SPDX-License-Identifier: MIT

/// What is known of a speech engine on this machine.
public struct EngineReport: Hashable, Sendable {
    /// What it is called in the configuration and in transcripts.
    public var name: String
    /// Whether its text is only a stopgap.
    public var isDraft: Bool
    /// The absolute path of its program; nil when it is not there, or cannot be used.
    public var program: String?
    /// The names of its models that are there, the one that would be used first.
    public var models: [String] = []
    /// The languages it knows with them, the first parts of BCP 47 tags, in alphabetical order.
    public var languages: [String] = []
    /// Why it cannot be used now, and what can be done about it, in sentences; nil when it can.
    public var obstacle: String?

    /// An engine of which nothing is known yet.
    public init(name: String, isDraft: Bool) {
        self.name = name
        self.isDraft = isDraft
    }
}
