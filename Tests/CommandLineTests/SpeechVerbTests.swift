// SPDX-License-Identifier: MIT

import Commanding
import Testing

@testable import CommandLine

@Suite("Verbs of the speech engines")
struct SpeechVerbTests {
    private static let found: EngineReport = {
        var report = EngineReport(name: "good", isDraft: false)
        (report.program, report.models, report.languages) = ("/usr/bin/good", ["base", "tiny.en"], ["de", "en"])
        return report
    }()
    private static let missing: EngineReport = {
        var report = EngineReport(name: "rough", isDraft: true)
        report.obstacle = "“apt install rough” installs it."
        return report
    }()

    @Test
    func `engines are listed with what they can do, or with how to get them`() async throws {
        try await withVerbRig { rig in
            rig.hearing.reports = [Self.found, Self.missing]
            let text = """
                good
                  program: /usr/bin/good
                  models: base, tiny.en
                  languages: de en

                rough (for drafts)
                  cannot be used: “apt install rough” installs it.

                """
            #expect(await rig.run("engines") == VerbRig.Outcome(code: .done, output: text, errors: ""))
            let json = """
                [{"name":"good","usable":true,"program":"/usr/bin/good","models":["base","tiny.en"],"languages":["de","en"],"draft":false,"obstacle":null},\
                {"name":"rough","usable":false,"program":null,"models":[],"languages":[],"draft":true,"obstacle":"“apt install rough” installs it."}]

                """
            #expect(await rig.run("engines --json") == VerbRig.Outcome(code: .done, output: json, errors: ""))
            rig.hearing.reports = [Self.missing]
            #expect(await rig.run("engines").code == .failed)
        }
    }

    @Test
    func `a sound file becomes text in the format that is wanted, and a failure is a sentence`() async throws {
        try await withVerbRig { rig in
            rig.hearing.result = .success(Transcript(text: "Hello.", segments: [.init(start: .zero, end: .seconds(1), text: "Hello.")], engine: "e", model: "m", language: "en"))
            #expect(await rig.run("transcribe /dev/null") == VerbRig.Outcome(code: .done, output: "Hello.\n", errors: ""))
            #expect(await rig.run("transcribe /dev/null --format srt").output == "1\n00:00:00,000 --> 00:00:01,000\nHello.\n")
            rig.hearing.result = .success(Transcript(text: "", engine: "e", model: "m", language: "en"))
            #expect(await rig.run("transcribe /dev/null") == VerbRig.Outcome(code: .done, output: "", errors: "tallylight: No speech was recognised.\n"))
            rig.hearing.result = .failure(RecordingError(.modelUnavailable, "No engine."))
            #expect(await rig.run("transcribe /dev/null") == VerbRig.Outcome(code: .failed, output: "", errors: "tallylight: No engine.\n"))
            #expect(await rig.run("transcribe /none") == VerbRig.Outcome(code: .failed, output: "", errors: "tallylight: /none cannot be read: No such file or directory.\n"))
        }
    }
}
