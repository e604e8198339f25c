// SPDX-License-Identifier: MIT

import BusContract
import Commanding
import DBus
import EventLoop
import RecorderService
import TestSupport
import Testing

@Suite("The contract of the bus")
struct ContractTests {
    let document = ContractDocument(IntrospectionDocument.recorder1)

    @Test
    func `the table that dispatches is the one the document describes`() async throws {
        let rig = await RecorderRig()
        let object = await RecorderObject(showing: Activity(), version: "1").busObject(commanding: rig.commander)
        #expect(object.path == "/org/tallylight/Recorder1")
        #expect(object.interfaces.map(\.name) == ["org.tallylight.Recorder1", "org.tallylight.Takes1"])
        #expect(object.introspection == IntrospectionDocument.recorder1)
        let table = object.interfaces[0]
        #expect(object.interfaces.flatMap(\.methods).map { "\($0.name)(\($0.input)) → \($0.output)" } == document.methods)
        #expect(object.interfaces[1].signals.isEmpty && object.interfaces[1].properties.isEmpty)
        #expect(table.signals.map { "\($0.name)(\($0.arguments))" } == document.signals)
        #expect(table.properties.map { "\($0.name) \($0.type) \($0.change.rawValue)" } == document.properties)
        #expect(table.properties.allSatisfy { $0.set == nil })
    }

    @Test
    func `every member and argument is documented, and arguments are lower_snake_case`() {
        #expect(document.undocumented.isEmpty, "\(document.undocumented)")
        for name in document.argumentNames {
            #expect(!name.isEmpty && name.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") }, "\(name)")
        }
    }

    @Test(
        arguments: RecordingCommand.allCases.map(\.rawValue) + RecordingState.allCases.map(\.rawValue) + RecordingOutcome.allCases.map(\.rawValue)
            + Notice.allCases.map(\.rawValue) + ListedTake.State.allCases.map(\.rawValue) + ListedTake.Reason.allCases.map(\.rawValue))
    func `every word of the vocabulary is in the documentation`(word: String) {
        #expect(IntrospectionDocument.recorder1.contains(word))
    }

    @Test
    func `C077: the documentation names the clock of the anchor`() {
        #expect(IntrospectionDocument.recorder1.contains("in microseconds of CLOCK_MONOTONIC (g_get_monotonic_time)"))
    }
}
