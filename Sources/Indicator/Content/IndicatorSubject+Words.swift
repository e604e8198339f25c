// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

extension IndicatorSubject {
    /// What is going on, in a word or two that change with nothing else.
    var word: String {
        activity?.word ?? localized("No recorder")
    }

    /// What is going on since when, in words that are true as long as it goes on: no host is told that a second has passed.
    var headline: String {
        switch sight {
        case .absent(let error): return error.name == .notRunning ? localized("No recorder is running") : localized("The recorder does not answer")
        case .activity(let activity):
            let length = activity.timer.elapsed.timerText
            switch activity.state {
            case .notRecording: return activity.word
            case .recording: return activity.started.map { localized("Recording since {time}", ["time": $0.clockText]) } ?? activity.word
            case .paused: return activity.isInterrupted ? localized("Interrupted at {length}", ["length": length]) : localized("Paused at {length}", ["length": length])
            case .processing: return localized("Turning speech into text")
            }
        }
    }
}
