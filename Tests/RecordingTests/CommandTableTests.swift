// SPDX-License-Identifier: MIT

import Commanding
import Recording
import Testing

/// What the contract says a command does in a state.
private enum Outcome {
    case becomes(RecordingState)
    case accepted
    case refused
}

private struct Row: CustomTestStringConvertible, Sendable {
    let command: RecordingCommand
    let state: RecordingState
    let outcome: Outcome
    var testDescription: String { "\(command) in \(state)" }
}

private let table: [Row] = [
    (.toggle, [.becomes(.recording), .becomes(.paused), .becomes(.recording), .refused]),
    (.process, [.refused, .refused, .becomes(.processing), .accepted]),
    (.discard, [.refused, .refused, .becomes(.notRecording), .becomes(.notRecording)]),
    (.start, [.becomes(.recording), .accepted, .refused, .refused]),
    (.pause, [.refused, .becomes(.paused), .accepted, .refused]),
    (.resume, [.refused, .accepted, .becomes(.recording), .refused]),
    (.finish, [.refused, .becomes(.processing), .becomes(.processing), .accepted]),
].flatMap { (command: RecordingCommand, outcomes: [Outcome]) in
    zip([RecordingState.notRecording, .recording, .paused, .processing], outcomes).map { Row(command: command, state: $0, outcome: $1) }
}

@Suite("The table of commands")
struct CommandTableTests {
    @Test(arguments: table)
    fileprivate func `does what the contract says`(_ row: Row) throws {
        let driver = MachineDriver.at(row.state)
        let before = driver.machine.activity
        let answer = try #require(driver.send(row.command))
        switch row.outcome {
        case .becomes(let state):
            #expect(try answer.get().state == state)
            #expect(driver.state == state)
        case .accepted:
            #expect(try answer.get() == before)
            #expect(driver.published.isEmpty)
        case .refused:
            #expect(throws: RecordingError.self) { try answer.get() }
            if case .failure(let error) = answer { #expect(error.name == .invalidState && error.message.hasSuffix(".")) }
            #expect(driver.machine.activity == before)
        }
    }

    @Test(arguments: table)
    fileprivate func `offers exactly the commands that would change something`(_ row: Row) {
        let driver = MachineDriver.at(row.state)
        let isOffered = driver.machine.activity.commands.contains(row.command)
        if case .becomes = row.outcome { #expect(isOffered) } else { #expect(!isOffered) }
    }

    @Test(arguments: table)
    fileprivate func `C011: a command for another take changes nothing`(_ row: Row) throws {
        let driver = MachineDriver.at(row.state)
        let before = driver.machine.activity
        let answer = try #require(driver.send(row.command, session: SessionID(rawValue: "long-gone")))
        guard case .failure(let error) = answer else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.name == .staleSession)
        #expect(driver.machine.activity == before)
    }

    @Test(arguments: table)
    fileprivate func `the open take's session does not change the outcome`(_ row: Row) {
        let plain = MachineDriver.at(row.state)
        let guarded = MachineDriver.at(row.state)
        #expect(guarded.send(row.command, session: plain.machine.activity.session) == plain.send(row.command))
        #expect(guarded.machine.activity == plain.machine.activity)
    }

    @Test
    func `an empty session means "only if no take is open"`() throws {
        let idle = MachineDriver.at(.notRecording)
        #expect(try idle.send(.toggle, session: SessionID.none)?.get().state == .recording)
        let recording = MachineDriver.at(.recording)
        guard case .failure(let error)? = recording.send(.toggle, session: SessionID.none) else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.name == .staleSession)
        #expect(recording.state == .recording)
    }
}
