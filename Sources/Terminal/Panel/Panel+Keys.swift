// SPDX-License-Identifier: MIT

internal import Commanding
internal import Localization

extension Panel {
    /// What can be done now, as the key line lists it: the key and what it does.
    struct Choice: Hashable, Sendable {
        let key: String
        let action: String
    }

    mutating func press(_ key: Key, at now: MonotonicTime) -> [PanelEffect] {
        switch key {
        case .redraw: return [.repaint]
        case .suspend: return suspend(at: now)
        case .interrupt, .character("q"), .character("Q"): return quit()
        case _ where isAsking: return answer(key)
        case .escape: return close()
        case _ where lost != nil: break
        case .character(" "): return send(.toggle, at: now)
        case .enter: return send(.process, at: now)
        case .character("d"): return send(.discard, at: now)
        case .character("t"):
            if page == nil, let result = activity?.lastResult, result.outcome != .discarded { return open(result) }
        default: break
        }
        page?.scroll(key, size)
        return []
    }

    // MARK: Commands

    /// The take a command is meant for: the one that is shown.
    ///
    /// With none open, processing and discarding are meant for the kept take whose page is open; processing, without such a page, for the oldest kept take, or, when one was just
    /// processed and stays kept, for the next one: what can't be turned into text must not bar the way to the others.
    func target(of command: RecordingCommand) -> SessionID {
        guard let activity, activity.session == .none, command != .toggle else { return activity?.session ?? .none }
        if let page, activity.kept.contains(page.session) { return page.session }
        guard command == .process else { return .none }
        let last = activity.lastResult?.session ?? .none
        return activity.kept.first { $0 > last } ?? activity.kept.first ?? .none
    }

    private mutating func send(_ command: RecordingCommand, at now: MonotonicTime) -> [PanelEffect] {
        guard activity != nil else { return [] }
        let session = target(of: command)
        if command == .toggle || session == page?.session { page = nil }
        message = nil
        lastNumber += 1
        waiting.append(Waiting(number: lastNumber, command: command, since: now))
        return [.perform(lastNumber, command, session)]
    }

    // MARK: Leaving

    private mutating func close() -> [PanelEffect] {
        page = nil
        return lost.map { [.end($0)] } ?? []
    }

    private mutating func quit() -> [PanelEffect] {
        if let lost { return [.end(lost)] }
        guard case .recorder = role else { return [.end(.detached)] }
        guard let activity, activity.state != .notRecording else { return [.end(.quit)] }
        isAsking = true
        return []
    }

    private mutating func answer(_ key: Key) -> [PanelEffect] {
        switch key {
        case .character("b") where role == .recorder(canLiveOn: true): return [.end(.background)]
        case .character("s"): return [.end(.saveAndQuit)]
        case .escape: isAsking = false
        default: break
        }
        return []
    }

    /// A stopped recorder captures nothing, so its own terminal doesn't stop it in a take.
    private mutating func suspend(at now: MonotonicTime) -> [PanelEffect] {
        guard role != .attached, activity?.state == .recording else { return [.suspend] }
        say(localized("The recorder can't be suspended while it records. Pause first, with space."), at: now)
        return []
    }

    // MARK: The key line

    var choices: [Choice] {
        if isAsking { return choicesWhenAsking }
        if lost != nil { return scrollChoices + [Choice(key: "esc", action: localized("quit"))] }
        return (page == nil ? [] : scrollChoices) + commandChoices + (page == nil ? [] : [Choice(key: "esc", action: localized("close"))])
            + [Choice(key: "q", action: role == .attached ? localized("leave") : localized("quit"))]
    }

    private var choicesWhenAsking: [Choice] {
        let background = Choice(key: "b", action: localized("background"))
        return (role == .recorder(canLiveOn: true) ? [background] : [])
            + [Choice(key: "s", action: localized("save and quit")), Choice(key: "esc", action: localized("stay"))]
    }

    private var scrollChoices: [Choice] {
        page?.canScroll(size) == true ? [Choice(key: "↑↓", action: localized("scroll"))] : []
    }

    private var commandChoices: [Choice] {
        guard let activity else { return [] }
        var choices: [Choice] = []
        if activity.commands.contains(.toggle) {
            choices.append(Choice(key: localized("space"), action: Self.toggleAction(activity.state)))
        }
        let isKept = activity.session == .none
        if isKept ? target(of: .process) != .none : activity.commands.contains(.process) {
            choices.append(Choice(key: localized("enter"), action: Self.processAction(isKept: isKept, isAgain: target(of: .process) == page?.session)))
        }
        if isKept ? target(of: .discard) != .none : activity.commands.contains(.discard) {
            choices.append(Choice(key: "d", action: localized("discard")))
        }
        if page == nil, isKept, let result = activity.lastResult, result.outcome != .discarded {
            choices.append(Choice(key: "t", action: localized("last take")))
        }
        return choices
    }

    private static func processAction(isKept: Bool, isAgain: Bool) -> String {
        isAgain ? localized("process again") : isKept ? localized("process kept take") : localized("process")
    }

    private static func toggleAction(_ state: RecordingState) -> String {
        switch state {
        case .notRecording, .processing: localized("record")
        case .recording: localized("pause")
        case .paused: localized("resume")
        }
    }
}
