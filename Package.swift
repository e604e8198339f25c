// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Release builds carry the standard library and the C++ runtime it stands on inside: a command starts in two thirds of the time, for loading and linking the C++ runtime is
/// most of what a short command does, and a bare machine needs no Swift to run it.
///
/// The compiler asks for `-lstdc++`, which means the shared library; the folder holds a linker script of that name which names the archive. LLD, which comes with Swift, lays the
/// program out so that a start touches fewer pages; packed, what has to be relocated at a start takes one of them instead of 170 (glibc 2.36 and later).
let standalone: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-L\(Context.packageDirectory)/Sources/CLinux/static", "-use-ld=lld", "-Xclang-linker", "-static-libgcc",
            "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        ], .when(configuration: .release))
]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, path: path, exclude: [], resources: resources, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: standalone)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "Tallylight",
    products: [
        .executable(name: "tallylight", targets: ["tallylight"]),
        .executable(name: "tallylight-recorder", targets: ["tallylight-recorder"]),
    ],
    targets: [
        // C libraries, each imported by exactly one of the targets below.
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CJSON", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CSampleRate", providers: [.apt(["libsamplerate0-dev"])]),
        .systemLibrary(name: "CSndFile", providers: [.apt(["libsndfile1-dev"])]),

        // Ground floor: what everything stands on.
        library("EventLoop", ["CLinux"]),
        library("Logging"),
        library("Localization"),

        // The vocabulary all processes share, and the recorder's heart.
        library("Commanding", ["Localization"]),
        library("Recording", ["Commanding", "Logging", "Localization"]),

        // Adapters of the recorder: one technology each.
        library("SoundFiles", ["CSndFile", "CSampleRate"]),
        library("Capture", ["Recording", "Commanding", "EventLoop", "SoundFiles", "CPulse", "Logging", "Localization"]),
        library("Storage", ["Recording", "Commanding", "EventLoop", "SoundFiles", "Logging", "Localization"]),
        library("Transcription", ["Recording", "Commanding", "EventLoop", "SoundFiles", "CJSON", "Logging", "Localization"]),

        // The bus.
        library("DBus", ["EventLoop", "CDBus", "Logging", "Localization"]),
        .target(
            name: "BusContract", path: "dbus",
            exclude: ["org.tallylight.Recorder1.service.in", "org.tallylight.Tallylight.service.in", "org.tallylight.Tallylight.desktop.in"],
            sources: ["IntrospectionDocument.swift"],
            resources: [
                .embedInCode("org.tallylight.Recorder1.xml"), .embedInCode("org.mpris.MediaPlayer2.xml"), .embedInCode("org.kde.StatusNotifierItem.xml"),
                .embedInCode("com.canonical.dbusmenu.xml"),
            ], swiftSettings: strict),
        library("RecorderService", ["Commanding", "Recording", "DBus", "EventLoop", "BusContract", "Logging", "Localization"]),
        library("MediaPlayer", ["Commanding", "Recording", "DBus", "EventLoop", "BusContract", "Logging", "Localization"]),
        library("Notifying", ["Commanding", "Recording", "DBus", "EventLoop", "Icons", "Logging", "Localization"]),

        library("Logind", ["Commanding", "Recording", "DBus", "EventLoop", "Logging", "Localization"]),
        .target(
            name: "Icons", path: "icons", exclude: ["symbolic/org.tallylight.Tallylight-symbolic.svg", "scalable/org.tallylight.Tallylight.svg"],
            resources: ["ready", "recording", "paused", "processing", "attention"].flatMap {
                [.embedInCode("scalable/tallylight-\($0).svg"), .embedInCode("symbolic/tallylight-\($0)-symbolic.svg")]
            }, swiftSettings: strict),
        library("Indicator", ["Commanding", "DBus", "EventLoop", "BusContract", "Icons", "Logging", "Localization"]),

        // What people touch.
        library(
            "ShellExtension", ["Icons"],
            resources: ["shell-43.js", "shell-45.js", "words.js", "recorder.js", "menu.js", "indicator.js", "tallylight.js", "stylesheet.css"]
                .map { .embedInCode("JavaScript/\($0)") }),
        library("Terminal", ["Commanding", "EventLoop", "Logging", "Localization"]),
        library("CommandLine", ["Commanding", "DBus", "EventLoop", "RecorderService", "Indicator", "ShellExtension", "Terminal", "Logging", "Localization"]),

        // The recorder's composition root, and the two executables.
        library(
            "RecorderProgram",
            [
                "Commanding", "Recording", "EventLoop", "DBus", "Capture", "Storage", "Transcription", "RecorderService", "MediaPlayer", "Notifying", "Logind", "Indicator",
                "Terminal",
                "CommandLine", "Logging", "Localization",
            ]),
        program("tallylight", ["CommandLine"]),
        program("tallylight-recorder", ["RecorderProgram"]),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["Commanding", "Recording", "EventLoop", "DBus"], path: "Tests/TestSupport", swiftSettings: strict),
        tests("HouseTests", []),
        tests("LoggingTests", ["Logging"]),
        tests("EventLoopTests", ["EventLoop"]),
        tests("CommandingTests", ["Commanding"]),
        tests("RecordingTests", ["Recording", "Commanding", "EventLoop"]),
        tests("SoundFilesTests", ["SoundFiles"]),
        tests("CaptureTests", ["Capture", "Recording", "Commanding", "EventLoop", "SoundFiles"]),
        tests("StorageTests", ["Storage", "Recording", "Commanding", "EventLoop", "SoundFiles"]),
        tests("TranscriptionTests", ["Transcription", "Recording", "Commanding", "EventLoop", "SoundFiles"]),
        tests("DBusTests", ["DBus", "EventLoop"]),
        tests("RecorderServiceTests", ["RecorderService", "Recording", "Commanding", "DBus", "EventLoop", "BusContract"]),
        tests("MediaPlayerTests", ["MediaPlayer", "Recording", "Commanding", "DBus", "EventLoop"]),
        tests("NotifyingTests", ["Notifying", "Icons", "RecorderService", "Recording", "Commanding", "DBus", "EventLoop", "Localization"]),
        tests("LogindTests", ["Logind", "Recording", "Commanding", "DBus", "EventLoop"]),
        tests("IndicatorTests", ["Indicator", "Icons", "RecorderService", "Recording", "Commanding", "DBus", "EventLoop", "BusContract"]),
        tests("ShellExtensionTests", ["ShellExtension", "Commanding"], exclude: ["words.test.js"]),
        tests("TerminalTests", ["Terminal", "Commanding", "EventLoop"]),
        tests("CommandLineTests", ["CommandLine", "Commanding", "Terminal", "EventLoop", "DBus", "Recording", "RecorderService"]),
        .executableTarget(
            name: "Benchmarks", dependencies: ["tallylight", "tallylight-recorder", "Commanding", "Recording", "RecorderService", "DBus", "EventLoop", "TestSupport"], path: "Tests/Benchmarks",
            exclude: ["Peers"], swiftSettings: strict, linkerSettings: standalone),
        .executableTarget(
            name: "Torture", dependencies: ["tallylight", "tallylight-recorder", "EventLoop", "TestSupport"], path: "Tests/Torture", swiftSettings: strict,
            linkerSettings: standalone),
        .executableTarget(
            name: "Fuzz", dependencies: ["Commanding", "DBus", "EventLoop", "Notifying", "SoundFiles", "Storage", "Terminal", "TestSupport", "Transcription"], path: "Tests/Fuzz",
            exclude: ["Corpus"], swiftSettings: strict),
        tests("IntegrationTests", ["Commanding", "EventLoop", "DBus"]),
        tests("DesktopTests", ["EventLoop", "DBus"], exclude: ["Gnome/Module"]),
    ]
)
