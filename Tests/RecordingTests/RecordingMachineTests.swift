// SPDX-License-Identifier: MIT

import Commanding
import Recording
import Testing

@Suite("RecordingMachine")
struct RecordingMachineTests {
    // MARK: Transitions

    @Test
    func `recording is shown when frames have arrived, not before`() throws {
        let driver = MachineDriver()
        let ticket = driver.submit(.start)
        #expect(driver.state == .notRecording)
        #expect(driver.published.isEmpty)
        driver.perform()
        #expect(driver.published.map(\.state) == [.recording])
        #expect(try driver.answer(to: ticket)?.get().session == SessionID(rawValue: "take-1"))
    }

    @Test
    func `a start without frames leaves nothing behind`() {
        let driver = MachineDriver()
        let ticket = driver.submit(.start)
        driver.receive(.startFailed(RecordingError(.noInputDevice, "There is no microphone.")))
        #expect(driver.machine.activity == Activity())
        #expect(driver.answer(to: ticket) == .failure(RecordingError(.noInputDevice, "There is no microphone.")))
        #expect(driver.complaints == [RecordingError(.noInputDevice, "There is no microphone.")])
    }

    @Test
    func `a resume without frames stays paused`() {
        let driver = MachineDriver.at(.paused)
        let ticket = driver.submit(.resume)
        let before = driver.machine.activity
        driver.receive(.resumeFailed(RecordingError(.inputLost, "Nothing arrives.")))
        #expect(driver.machine.activity == before)
        #expect(driver.answer(to: ticket) == .failure(RecordingError(.inputLost, "Nothing arrives.")))
        #expect(driver.complaints == [RecordingError(.inputLost, "Nothing arrives.")])
    }

    @Test
    func `commands that arrive in a transition are decided after it, in their order`() {
        let driver = MachineDriver()
        let tickets = [driver.submit(.toggle), driver.submit(.toggle), driver.submit(.toggle), driver.submit(.discard)]
        #expect(driver.effects == [.startTake])
        driver.perform()
        #expect(driver.published.map(\.state) == [.recording, .paused, .recording])
        #expect(tickets.map { driver.answer(to: $0).map { (try? $0.get().state) } } == [.recording, .paused, .recording, .some(nil)])
    }

    @Test
    func `what changed is published before the command is answered`() {
        let driver = MachineDriver()
        for command: RecordingCommand in [.toggle, .toggle, .toggle, .finish, .discard] {
            driver.send(command)
        }
        for (index, effect) in driver.effects.enumerated() {
            guard case .answer(_, .success(let activity)) = effect else { continue }
            #expect(driver.effects[..<index].contains(.publish(activity)))
        }
    }

    @Test
    func `finish pauses and then processes`() throws {
        let driver = MachineDriver.at(.recording)
        #expect(try driver.send(.finish)?.get().state == .processing)
        #expect(driver.published.map(\.state) == [.paused, .processing])
    }

    // MARK: The timer

    @Test
    func `the timer runs from the first frame and rests at what was captured`() {
        let driver = MachineDriver.at(.recording)
        #expect(driver.machine.activity.timer == ActivityTimer(elapsed: .zero, anchor: driver.now))
        driver.now = driver.now.advanced(by: .seconds(3))
        driver.frames = 140_000
        driver.send(.pause)
        #expect(driver.machine.activity.timer == ActivityTimer(elapsed: CapturePosition(frames: 140_000).duration))
        driver.now = driver.now.advanced(by: .seconds(600))
        driver.send(.resume)
        #expect(driver.machine.activity.timer == ActivityTimer(elapsed: CapturePosition(frames: 140_000).duration, anchor: driver.now))
    }

    @Test(arguments: [(Duration.milliseconds(249), false), (.milliseconds(251), true), (.milliseconds(-249), false), (.milliseconds(-251), true)])
    func `the timer is anchored anew when it is more than 250 ms off the audio`(_ drift: Duration, _ isAnchoredAnew: Bool) {
        let driver = MachineDriver.at(.recording)
        let moment = driver.now.advanced(by: .seconds(10))
        let position = CapturePosition(duration: .seconds(10) + drift)
        driver.receive(.capture(.progressed(position, at: moment)))
        #expect(driver.published.count == (isAnchoredAnew ? 1 : 0))
        if isAnchoredAnew { #expect(driver.machine.activity.timer == ActivityTimer(elapsed: position.duration, anchor: moment)) }
    }

    @Test
    func `the timer is zero when nothing is being recorded`() {
        let driver = MachineDriver.at(.paused)
        driver.send(.discard)
        #expect(driver.machine.activity.timer == ActivityTimer())
    }

    @Test
    func `C079: the wall clock takes no part in the time of a take`() {
        let driver = MachineDriver.at(.recording)
        let started = driver.machine.activity.started
        driver.now = driver.now.advanced(by: .seconds(60))
        #expect(driver.machine.activity.timer.elapsed(at: driver.now) == .seconds(60))
        #expect(driver.machine.activity.started == started)
    }

    // MARK: Interruptions

    @Test(arguments: Interruption.allCases)
    func `an interruption pauses as the button would, with a notice`(_ interruption: Interruption) {
        let driver = MachineDriver.at(.recording)
        driver.receive(.capture(.interrupted(interruption, CapturePosition(frames: 96_000))))
        let activity = driver.machine.activity
        #expect(activity.state == .paused)
        #expect(activity.isInterrupted)
        #expect(activity.notice == .inputLost)
        #expect(activity.timer == ActivityTimer(elapsed: .seconds(2)))
        #expect(driver.effects.contains(.warn(.inputLost, NoticeDetails(), activity.session)))
        #expect(driver.published.count == 1)
    }

    @Test(arguments: Interruption.allCases, [Duration.seconds(59), .seconds(61)])
    func `the take goes on by itself only soon, and only where the system alone had paused it`(_ interruption: Interruption, _ pause: Duration) {
        let driver = MachineDriver.at(.recording)
        driver.receive(.capture(.interrupted(interruption, CapturePosition(frames: 96_000))))
        driver.now = driver.now.advanced(by: pause)
        driver.receive(.capture(.available))
        driver.perform()
        let goesOn = interruption.mayResume && pause <= .seconds(60)
        #expect(driver.state == (goesOn ? .recording : .paused))
        if goesOn {
            #expect(!driver.machine.activity.isInterrupted)
            #expect(driver.machine.activity.notice == nil)
            #expect(driver.machine.activity.timer == ActivityTimer(elapsed: .seconds(2), anchor: driver.now))
        } else {
            // Whoever could go on again is told that they can.
            #expect(driver.machine.activity.isInterrupted && driver.machine.activity.notice == .inputBack)
        }
    }

    @Test
    func `a pause of the user is never undone by the system`() {
        var driver = MachineDriver.at(.recording)
        driver.receive(.capture(.interrupted(.sourceGone, CapturePosition(frames: 96_000))))
        driver.send(.pause)
        #expect(!driver.machine.activity.isInterrupted)
        driver.receive(.capture(.available))
        driver.perform()
        #expect(driver.state == .paused)
        driver = MachineDriver.at(.paused)
        driver.receive(.capture(.interrupted(.serverGone, CapturePosition(frames: 96_000))))
        driver.receive(.capture(.available))
        driver.perform()
        #expect(driver.state == .paused)
        #expect(!driver.machine.activity.isInterrupted)
    }

    @Test
    func `an interruption that comes before the pause was made leaves the pause to the user`() {
        let driver = MachineDriver.at(.recording)
        let ticket = driver.submit(.pause)
        driver.receive(.capture(.interrupted(.stalled, CapturePosition(frames: 96_000))))
        driver.receive(.paused(CapturePosition(frames: 96_000)))
        #expect(driver.state == .paused)
        #expect(!driver.machine.activity.isInterrupted)
        #expect((try? driver.answer(to: ticket)?.get().state) == .paused)
        #expect(driver.published.count == 1)
    }

    @Test
    func `an interruption that overtakes the start is shown after it`() {
        let driver = MachineDriver()
        _ = driver.submit(.start)
        driver.receive(.capture(.interrupted(.sourceGone, CapturePosition(frames: 10))))
        driver.perform()
        #expect(driver.published.map(\.state) == [.recording, .paused])
        #expect(driver.machine.activity.isInterrupted)
    }

    @Test(arguments: [(.noSpace, .lowDisk), (.storageFailed, .storageFailed), (.inputLost, .inputLost)] as [(RecordingError.Name, Notice)])
    func `a file that takes no more pauses for good`(name: RecordingError.Name, notice: Notice) {
        let driver = MachineDriver.at(.recording)
        driver.receive(.capture(.failed(RecordingError(name, "No more."), CapturePosition(frames: 48_000))))
        #expect(driver.machine.activity.notice == notice)
        #expect(driver.complaints == [RecordingError(name, "No more.")])
        #expect(driver.effects.contains(.warn(notice, NoticeDetails(error: driver.complaints.first), driver.machine.activity.session)))
        driver.receive(.capture(.available))
        driver.perform()
        #expect(driver.state == .paused)
        #expect(driver.machine.activity.isInterrupted)
    }

    // MARK: The end of a take

    @Test
    func `a failed take is kept and can be processed and discarded by its session only`() throws {
        let driver = MachineDriver.at(.processing)
        let session = driver.machine.activity.session
        let error = RecordingError(.transcriptionFailed, "The engine crashed.")
        driver.receive(.processed(TakeResult(session: session, outcome: .failed, error: error), isKept: true))
        #expect(driver.state == .notRecording)
        #expect(driver.machine.activity.kept == [session])
        #expect(driver.results.map(\.error) == [error])
        #expect(throws: RecordingError.self) { try driver.send(.process)?.get() }
        guard case .failure(let refusal)? = driver.send(.toggle, session: session) else {
            Issue.record("a kept take was toggled")
            return
        }
        #expect(refusal.name == .invalidState)
        #expect(try driver.send(.process, session: session)?.get().state == .processing)
        #expect(driver.machine.activity.kept.isEmpty)
        driver.receive(.processed(TakeResult(session: session, outcome: .failed, error: error), isKept: true))
        #expect(try driver.send(.discard, session: session)?.get().kept == [])
        #expect(driver.effects.last == .discardTake(session))
    }

    @Test
    func `a kept take waits while another one is open`() {
        let driver = MachineDriver.at(.processing)
        let session = driver.machine.activity.session
        driver.receive(.processed(TakeResult(session: session, outcome: .failed), isKept: true))
        driver.send(.start)
        guard case .failure(let error)? = driver.send(.process, session: session) else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.name == .invalidState)
        #expect(driver.state == .recording)
    }

    @Test
    func `finish of the last take is accepted when it is over`() throws {
        let driver = MachineDriver.at(.processing)
        let session = driver.machine.activity.session
        driver.receive(.processed(TakeResult(session: session, outcome: .transcribed), isKept: false))
        #expect(try driver.send(.finish, session: session)?.get().state == .notRecording)
        #expect(throws: RecordingError.self) { try driver.send(.discard, session: session)?.get() }
    }

    @Test
    func `discard leaves the processing at once, and its late result changes nothing`() throws {
        let driver = MachineDriver.at(.processing)
        let session = driver.machine.activity.session
        #expect(try driver.send(.discard)?.get().state == .notRecording)
        #expect(driver.results.map(\.outcome) == [.discarded])
        let after = driver.machine.activity
        driver.receive(.processingProgressed(session, 0.5))
        driver.receive(.storing(session))
        driver.receive(.processed(TakeResult(session: session, outcome: .transcribed), isKept: false))
        #expect(driver.machine.activity == after)
    }

    @Test
    func `a discard that comes while the text is being stored finds the take finished`() {
        let driver = MachineDriver.at(.processing)
        let session = driver.machine.activity.session
        driver.receive(.storing(session))
        let ticket = driver.submit(.discard, session: session)
        #expect(driver.answer(to: ticket) == nil)
        driver.receive(.processed(TakeResult(session: session, outcome: .transcribed), isKept: false))
        guard case .failure(let error)? = driver.answer(to: ticket) else {
            Issue.record("a finished take was discarded")
            return
        }
        #expect(error.name == .staleSession)
    }

    @Test
    func `C065: a discard when nothing is open does not touch the next take`() throws {
        let driver = MachineDriver()
        for _ in 0..<5 { #expect(throws: RecordingError.self) { try driver.send(.discard)?.get() } }
        #expect(try driver.send(.toggle)?.get().state == .recording)
        driver.now = driver.now.advanced(by: .seconds(5))
        #expect(try driver.send(.finish)?.get().state == .processing)
    }

    // MARK: The end of the program

    @Test(arguments: [RecordingState.recording, .paused, .processing])
    func `the end of the program saves the open take first`(_ state: RecordingState) {
        let driver = MachineDriver.at(state)
        let session = driver.machine.activity.session
        driver.receive(.shutdown(Ticket(99)))
        #expect(driver.effects.last == .saveTake(session))
        #expect(driver.answer(to: Ticket(99)) == nil)
        let late = driver.send(.toggle)
        driver.receive(.processed(TakeResult(session: session, outcome: .failed), isKept: false))
        #expect(driver.answer(to: Ticket(99)) != nil)
        #expect(driver.state == .notRecording)
        guard case .failure(let error)? = late else {
            Issue.record("a command was taken while the program ends")
            return
        }
        #expect(error.name == .cancelled)
    }

    @Test
    func `the end of the program waits for a start under way`() {
        let driver = MachineDriver()
        let start = driver.submit(.start)
        driver.receive(.shutdown(Ticket(99)))
        #expect(driver.answer(to: Ticket(99)) == nil)
        driver.perform()
        #expect(driver.effects.contains(.saveTake(SessionID(rawValue: "take-1"))))
        #expect((try? driver.answer(to: start)?.get().state) == .recording)
    }

    @Test
    func `the end of the program comes at once when nothing is open`() {
        let driver = MachineDriver()
        driver.receive(.shutdown(Ticket(99)))
        #expect(driver.answer(to: Ticket(99)) == .success(driver.machine.activity))
    }

    // MARK: Every order of events

    @Test
    func `no order of events ends anywhere but in the four states, and every command is answered once`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let driver = MachineDriver()
            var tickets: [Ticket] = []
            for _ in 0..<40 {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<5: tickets.append(driver.submit(RecordingCommand.allCases.randomElement(using: &generator) ?? .toggle))
                case 5: driver.receive(.capture(.interrupted(Interruption.allCases.randomElement(using: &generator) ?? .stalled, CapturePosition(frames: 480))))
                case 6: driver.receive(.capture(.available))
                case 7: driver.receive(.processed(TakeResult(session: driver.machine.activity.session, outcome: .transcribed), isKept: false))
                case 8: driver.receive(.paused(CapturePosition(frames: 960)))
                default: driver.receive(.resumeFailed(RecordingError(.inputLost, "Nothing arrives.")))
                }
                driver.now = driver.now.advanced(by: .milliseconds(10))
                if Bool.random(using: &generator) { driver.perform() }
            }
            driver.perform()
            for ticket in tickets {
                let answers = driver.effects.count { if case .answer(ticket, _) = $0 { true } else { false } }
                #expect(answers == 1)
            }
        }
    }
    @Test
    func `a take that is kept again is offered where its age puts it`() {
        let sessions = ["a", "b", "c"].map(SessionID.init)
        var machine = RecordingMachine(locale: "en", kept: sessions)
        _ = machine.receive(.command(Ticket(1), .process, session: sessions[1]), at: MonotonicTime(microseconds: 0))
        #expect(machine.activity.kept == [sessions[0], sessions[2]])
        _ = machine.receive(.processed(TakeResult(session: sessions[1], outcome: .failed), isKept: true), at: MonotonicTime(microseconds: 1))
        #expect(machine.activity.kept == sessions)
    }
}
