// SPDX-License-Identifier: MIT

import Testing

/// What each target may import of ours.
///
/// `Logging` and `Localization` may be seen by everyone.
private let arrows: [String: Set<String>] = [
    "EventLoop": ["CLinux"],
    "Logging": [],
    "Localization": [],
    "Commanding": [],
    "Recording": ["Commanding"],
    "SoundFiles": ["CSndFile", "CSampleRate"],
    "Capture": ["Recording", "Commanding", "EventLoop", "SoundFiles", "CPulse"],
    "Storage": ["Recording", "Commanding", "EventLoop", "SoundFiles"],
    "Transcription": ["Recording", "Commanding", "EventLoop", "SoundFiles", "CJSON"],
    "DBus": ["EventLoop", "CDBus"],
    "BusContract": [],
    "RecorderService": ["Commanding", "Recording", "DBus", "EventLoop", "BusContract"],
    "MediaPlayer": ["Commanding", "Recording", "DBus", "EventLoop", "BusContract"],
    "Notifying": ["Commanding", "Recording", "DBus", "EventLoop", "Icons"],
    "Logind": ["Commanding", "Recording", "DBus", "EventLoop"],
    "Icons": [],
    "Indicator": ["Commanding", "DBus", "EventLoop", "BusContract", "Icons"],
    "ShellExtension": ["Icons"],
    "Terminal": ["Commanding", "EventLoop"],
    "CommandLine": ["Commanding", "EventLoop", "DBus", "RecorderService", "Indicator", "ShellExtension", "Terminal"],
    "RecorderProgram": [
        "Commanding", "Recording", "EventLoop", "DBus", "Capture", "Storage", "Transcription", "RecorderService", "MediaPlayer", "Notifying", "Logind", "Indicator", "Terminal", "CommandLine",
    ],
    "tallylight": ["CommandLine"],
    "tallylight-recorder": ["RecorderProgram"],
]

/// What everyone may import: the language's own library and the C library.
private let commonGround: Set<String> = ["Swift", "Glibc", "Synchronization", "Logging", "Localization"]

@Suite("The arrows of the house")
struct ArrowTests {
    let house: House

    init() throws { house = try House() }

    @Test
    func `every import follows an arrow of the contract`() {
        let forbidden = house.imports.filter { !commonGround.contains($0.module) && arrows[$0.target]?.contains($0.module) != true }
        #expect(forbidden.isEmpty, "\(forbidden.map(\.description).sorted())")
        print("arrows: \(house.imports.count) imports in \(house.files.count) files of \(arrows.count) targets, \(forbidden.count) forbidden")
    }

    @Test
    func `every target has its arrows, and every arrow a target`() {
        let targets = Set(house.files.map(\.target))
        #expect(targets == Set(arrows.keys))
    }

    @Test
    func `no arrow leads back`() {
        func reach(_ target: String, _ path: [String]) -> [String]? {
            if path.contains(target) { return path + [target] }
            for next in arrows[target] ?? [] {
                if let circle = reach(next, path + [target]) { return circle }
            }
            return nil
        }
        for target in arrows.keys { #expect(reach(target, []) == nil) }
    }

    @Test(arguments: ["CDBus", "CJSON", "CLinux", "CPulse", "CSampleRate", "CSndFile"])
    func `each C library has one importer`(_ module: String) {
        #expect(Set(house.imports.filter { $0.module == module }.map(\.target)).count == 1)
    }

    @Test
    func `the client reaches no sound, file or speech library`() {
        var reached: Set<String> = []
        var open = ["tallylight"]
        while let target = open.popLast() {
            guard reached.insert(target).inserted else { continue }
            open += arrows[target] ?? []
        }
        #expect(reached.isDisjoint(with: ["Capture", "Storage", "Transcription", "SoundFiles", "CJSON", "CPulse", "CSndFile", "CSampleRate"]))
    }

    @Test
    func `every file begins with its licence`() {
        let without = house.files.filter { !$0.text.hasPrefix("// SPDX-License-Identifier: MIT\n") }.map(\.path)
        #expect(without.isEmpty)
    }

    @Test
    func `no type is named after a target`() {
        let targets = Set(arrows.keys)
        for file in house.files {
            for match in file.text.matches(of: /(?m)^(?:public |package )?(?:final |indirect )*(?:class|struct|enum|actor|protocol) (\w+)/) {
                #expect(!targets.contains(String(match.output.1)), "\(match.output.1) in \(file.path)")
            }
        }
    }
}
