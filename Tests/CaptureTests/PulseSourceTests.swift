// SPDX-License-Identifier: MIT

import Commanding
import Testing

@testable import Capture

@Suite("PulseSource")
struct PulseSourceTests {
    private let microphone = PulseSource(name: "alsa_input.usb", description: "Headset", index: 1, isMonitor: false)
    private let monitor = PulseSource(name: "alsa_output.pci.monitor", description: "Monitor of Speakers", index: 2, isMonitor: true)
    private let other = PulseSource(name: "Headset", description: "Built-in", index: 3, isMonitor: false)

    private func choose(_ device: String?, default standard: String = "alsa_input.usb", among sources: [PulseSource]? = nil) throws(RecordingError) -> PulseSource {
        try PulseSource.choose(device, default: standard, from: sources ?? [monitor, microphone, other])
    }

    @Test
    func `without a choice it is the default source`() throws {
        #expect(try choose(nil) == microphone)
        #expect(try choose(nil, default: "Headset") == other)
    }

    @Test(arguments: ["", "gone", "@DEFAULT_SOURCE@"])
    func `a default that does not exist is no microphone`(standard: String) {
        #expect(throws: RecordingError.noSource) { try choose(nil, default: standard) }
        #expect(throws: RecordingError.noSource) { try choose(nil, default: standard, among: []) }
    }

    @Test
    func `a name goes before a description`() throws {
        #expect(try choose("Headset") == other)
        #expect(try choose("Headset", among: [monitor, microphone]) == microphone)
        #expect(try choose("Built-in") == other)
    }

    @Test
    func `a monitor is taken by its name only`() throws {
        #expect(try choose("alsa_output.pci.monitor") == monitor)
        #expect(throws: RecordingError.monitor(monitor)) { try choose("Monitor of Speakers") }
        #expect(throws: RecordingError.monitor(monitor)) { try choose(nil, default: "alsa_output.pci.monitor") }
    }

    @Test
    func `of two with one description the microphone is meant`() throws {
        var twin = monitor
        twin.description = "Headset"
        #expect(try choose("Headset", among: [twin, microphone]) == microphone)
    }

    @Test(arguments: ["", "headset", "Head"])
    func `a device that is no name and no description is named in the error`(device: String) {
        #expect(throws: RecordingError.noSource(named: device)) { try choose(device) }
    }
}
