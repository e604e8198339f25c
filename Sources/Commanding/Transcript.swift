// SPDX-License-Identifier: MIT

/// The text of a take and how it came about.
public struct Transcript: Hashable, Sendable {
    /// A stretch of speech.
    public struct Segment: Hashable, Sendable {
        /// When it begins in the audio.
        public var start: Duration
        /// When it ends in the audio.
        public var end: Duration
        /// What was said.
        public var text: String

        /// A stretch from `start` to `end`.
        public init(start: Duration, end: Duration, text: String) {
            self.start = start
            self.end = end
            self.text = text
        }
    }

    /// The take, where that is known.
    public var session = SessionID.none
    /// The title of the take, or empty.
    public var title = ""
    /// The whole text; empty when nobody spoke.
    public var text: String
    /// The stretches it was put together from, in order.
    public var segments: [Segment]
    /// The engine that heard it.
    public var engine: String
    /// The engine's model.
    public var model: String
    /// The language it was heard in, as a BCP 47 tag.
    public var language: String
    /// Whether the engine is only a stopgap, so that the take is better processed again later.
    public var isDraft: Bool

    /// A text with its origin.
    public init(text: String, segments: [Segment] = [], engine: String, model: String, language: String, isDraft: Bool = false) {
        self.text = text
        self.segments = segments
        self.engine = engine
        self.model = model
        self.language = language
        self.isDraft = isDraft
    }
}
