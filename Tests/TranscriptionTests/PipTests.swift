// SPDX-License-Identifier: MIT

import Commanding
import EventLoop
import Glibc
import Testing

@testable import Transcription

@Suite("PipCall and PipFailure")
struct PipTests {
    @Test
    func `the user's index and proxy hold, what would change the installation does not`() {
        let user = [
            "PIP_INDEX_URL": "https://mirror/simple", "HTTPS_PROXY": "http://proxy", "HOME": "/home/u", "PIP_TARGET": "/elsewhere", "PIP_PREFIX": "/p", "PIP_USER": "1",
            "PIP_REQUIRE_VIRTUALENV": "true", "PIP_CONSTRAINT": "/c.txt", "PIP_NO_BINARY": ":all:", "TMPDIR": "/small", "LANGUAGE": "de",
        ]
        let command = PipCall.command("/usr/bin/python3", requirements: "/p/r.txt", folder: "/p", scratch: "/p/scratch", variables: user)
        #expect(
            command.environment.filter { user.keys.contains($0.key) } == [
                "PIP_INDEX_URL": "https://mirror/simple", "HTTPS_PROXY": "http://proxy", "HOME": "/home/u", "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0",
                "TMPDIR": "/p/scratch",
            ])
        #expect(command.arguments.suffix(4) == ["--target", "/p", "-r", "/p/r.txt"])
        #expect(Set(command.arguments).isSuperset(of: ["--no-deps", "--require-hashes", "--only-binary"]))
    }

    @Test(arguments: [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", RecordingError.Name.noSpace, "is full"),
        ("/usr/bin/python3: No module named pip", .modelUnavailable, "sudo apt install python3-pip"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", .modelUnavailable, "not the one it should be"),
        ("WARNING: Retrying after connection broken by 'NewConnectionError(...)'", .modelUnavailable, "check the network"),
        ("ERROR: No matching distribution found for sherpa-onnx-core==2.0.1", .modelUnavailable, "nothing for this machine"),
        ("something else", .modelUnavailable, "exit code 1: something else"),
    ])
    func `a failure says what failed and what to do`(line: String, name: RecordingError.Name, words: String) throws {
        let package = try #require(EnginePackage.sherpaMoonshine)
        let messages = ["Looking in indexes", line, "ERROR: No matching distribution"].prefix(line == "something else" ? 2 : 3)
        let error = PipFailure.error(package, ending: .exited(1), messages: Array(messages), folder: "/data/engines/x")
        #expect(error.name == name)
        #expect(error.message.contains(words), "\(error.message)")
        #expect(error.message.hasSuffix("The next recording tries again.") || error.message.hasSuffix("the next recording tries again."))
    }

    @Test
    func `the requirements pin every file by its hashes, for both kinds of machine`() throws {
        let lines = try #require(EnginePackage.sherpaMoonshine).requirements.split(separator: "\n")
        #expect(lines.map { $0.prefix { $0 != " " } } == ["sherpa-onnx-core==2.0.1", "sherpa-onnx-bin==2.0.1", "silero-vad==6.2.3", "moonshine-voice==0.1.0"])
        #expect(lines.map { $0.split(separator: "--hash=sha256:").dropFirst().count } == [2, 2, 1, 2])
        #expect(lines.allSatisfy { $0.split(separator: "--hash=sha256:").dropFirst().allSatisfy { $0.count - ($0.hasSuffix(" ") ? 1 : 0) == 64 } })
    }
}
