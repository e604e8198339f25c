// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Recording
import TestSupport
import Testing

@testable import Transcription

/// The engine for English as the package index has it: installed once in a run of the tests, by the code that installs it for people, and removed at its end.
struct InstalledEngine: Sendable {
    let environment: EngineEnvironment
    let events: [PreinstallEvent]

    /// The installed engine; the first who asks waits for the download.
    static var shared: InstalledEngine {
        get async throws { try await installation.value }
    }

    private static let folder = ScratchFolder()

    private static let installation = Task {
        atexit { ScratchFolder.remove(InstalledEngine.folder.path) }
        // This is the one place where tests need a network, and so what a person has set up for it.
        let environment = EngineEnvironment(variables: variables, dataFolder: folder.path)
        let preinstaller = EnginePreinstaller(environment: environment, engine: "auto", isEnabled: true, worker: WorkerThread(name: "test"))
        try await onLoop { await preinstaller.preinstall("en") }
        var events: [PreinstallEvent] = []
        for await event in preinstaller.events {
            events.append(event)
            switch event {
            case .started, .progressed: continue
            case .failed(let error): throw error
            case .finished, .cancelled: break
            }
            break
        }
        return InstalledEngine(environment: environment, events: events)
    }

    private static var variables: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee.map({ String(cString: $0) }) {
            if let sign = text.firstIndex(of: "=") { variables[String(text[..<sign])] = String(text[text.index(after: sign)...]) }
            entry += 1
        }
        variables["TMPDIR"] = nil
        return variables
    }
}
