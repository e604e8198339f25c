// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Glibc

extension TerminalSession {
    /// CLOCK_MONOTONIC, which the timer of a take counts on.
    private var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }

    func receive(_ event: PanelEvent) {
        guard ending == nil else { return }
        for effect in panel.receive(event, at: now) {
            perform(effect)
        }
        invalidate()
    }

    // MARK: Effects

    private func perform(_ effect: PanelEffect) {
        switch effect {
        case .perform(let number, let command, let session): send(command, session, number)
        case .fetchText(let session): fetchText(of: session)
        case .repaint: redraw()
        case .suspend:
            leave()
            stop()
            enter()
        case .end(let ending): end(ending)
        }
    }

    /// Commands leave in the order of the keys: a task runs up to its first wait before the next one is started.
    private func send(_ command: RecordingCommand, _ session: SessionID, _ number: Int) {
        commands[number] = Loop.shared.task { [self] in
            var refusal: RecordingError?
            do throws(RecordingError) {
                _ = try await commander.perform(command, session: session)
            } catch {
                refusal = error
            }
            commands[number] = nil
            receive(.answered(number, refusal))
        }
    }

    private func fetchText(of session: SessionID) {
        text?.cancel()
        text = Loop.shared.task { [self] in
            let result: Result<Transcript, RecordingError>
            do throws(RecordingError) { result = .success(try await commander.transcript(of: session)) } catch { result = .failure(error) }
            receive(.text(session, result))
        }
    }

    /// One question at a time: a recorder that is slow to answer is not asked again.
    private func askForLevel() {
        guard level == nil else { return }
        level = Loop.shared.task { [self] in
            let value: Double?
            do throws(RecordingError) { value = try await commander.inputLevel() } catch { value = nil }
            level = nil
            receive(.level(value ?? -.infinity))
        }
    }

    // MARK: Drawing

    /// Draws everything anew.
    func redraw() {
        output.forget()
        invalidate()
    }

    /// Draws once all that is at hand has happened: a storm of events makes one frame.
    func invalidate() {
        guard !isDrawDue else { return }
        isDrawDue = true
        Loop.shared.enqueue { [weak self] in self?.draw() }
    }

    func draw() {
        isDrawDue = false
        guard ending == nil, device.isRaw else { return }
        let now = now
        output.show(panel.frame(at: now, style: style))
        redrawTimer?.cancel()
        // A terminal that takes nothing asks for the next frame itself.
        guard !output.isBlocked, let next = panel.nextChange(after: now) else { return }
        redrawTimer = LoopTimer(after: next.duration(since: now)) { [weak self] in self?.tick() }
    }

    private func tick() {
        if panel.wantsLevel { askForLevel() }
        draw()
    }

    // MARK: Keys

    func read(_ readiness: Readiness) {
        guard readiness.contains(.readable) else { return end(.hangup) }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(device.input, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || ![EAGAIN, EINTR].contains(errno) { end(.hangup) }
            return
        }
        press(parser.parse(buffer[..<count]))
    }

    private func press(_ keys: [Key]) {
        for key in keys {
            receive(.key(key))
        }
        keyTimer?.cancel()
        guard let patience = parser.patience else { return }
        keyTimer = LoopTimer(after: patience) { [weak self] in
            guard let self else { return }
            press(parser.giveUp())
        }
    }
}
