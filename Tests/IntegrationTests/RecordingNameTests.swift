// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// What the files of takes are called, and that nobody else's are touched.
@Suite("Names of recordings", .crowded, .timeLimit(.minutes(5)))
struct RecordingNameTests {
    /// In the folder `$1`, for each second of the next two minutes something that has the name of a take of that second, in turn a file, a folder, links to nothing and to the
    /// file `$2`, a pipe, and another take's text.
    private static let squat = """
        cd "$1"; now=$(date +%s); i=0
        while [ $i -lt 120 ]; do
            name=$(date -u -d @$((now + i)) '+%Y-%m-%d %H.%M.%S')
            case $((i % 6)) in
            0) echo mine > "$name.flac" ;;
            1) mkdir "$name.flac" ;;
            2) ln -s "$2.nowhere" "$name.flac" ;;
            3) ln -s "$2" "$name.flac" ;;
            4) mkfifo "$name.flac" ;;
            5) echo mine > "$name.txt" ;;
            esac
            i=$((i + 1))
        done
        """

    @Test
    func `C109: takes of one second, where each name is taken already, are files of their own, and nothing is overwritten or followed`() async throws {
        let engine = try await ScriptedEngine()
        try await Desk.use(sound: PrivatePulse.start(.pipe), extra: engine.environment.merging(["TZ": "UTC"]) { $1 }) { desk in
            let target = desk.home.file("target")
            write("mine", to: target)
            let folder = desk.home.file("Documents/Tallylight")
            try await Subprocess.run("/bin/mkdir", ["-p", folder]).succeeded()
            try await Subprocess.run("/bin/sh", ["-c", Self.squat, "sh", folder, target]).succeeded()
            _ = try await desk.startRecorder()
            var names: [String] = []
            while !names.contains(where: { $0.hasSuffix(" (3).flac") }), names.count < 20 {
                let before = try await contents(folder)
                try await desk.ask("start")
                try await desk.ask("finish", "--wait")
                let after = try await contents(folder)
                #expect(after.isSuperset(of: before))
                let new = after.subtracting(before)
                try #require(new.count == 1)
                let audio = try await desk.status("audio_path")
                #expect(new.first?.hasPrefix("\(audio) f 600 ") == true)
                #expect(try await !SoundComparison.decode(audio).isEmpty)
                names.append(audio)
            }
            #expect(names.allSatisfy { $0.hasSuffix(" (2).flac") || $0.hasSuffix(" (3).flac") })
            #expect(names.contains { $0.hasSuffix(" (3).flac") }, "no two of \(names) began in one second")
            #expect(read(target) == "mine" && !desk.home.names.contains("target.nowhere"))
        }
    }

    /// All that is in a folder: name, kind, mode, size, time, number, and where a link leads.
    private func contents(_ folder: String) async throws -> Set<String> {
        Set(try await Subprocess.run("/usr/bin/find", [folder, "-mindepth", "1", "-printf", "%p %y %m %s %T@ %i %l\\n"]).succeeded().lines)
    }

    @Test(arguments: [
        ["TZ": "America/Los_Angeles", "LC_ALL": "ar_EG.UTF-8"], ["TZ": "Pacific/Kiritimati", "LC_ALL": "fa_IR.UTF-8"], ["TZ": "garbage", "LANG": "ar", "LC_ALL": "th_TH.UTF-8"],
        ["LANG": "th_TH.UTF-8", "LC_TIME": "de_DE.UTF-8"],
    ])
    func `C111: the name is the start on the clock of the recorder's wall, in the Gregorian calendar and ASCII digits`(_ variables: [String: String]) async throws {
        let engine = try await ScriptedEngine()
        try await Desk.use(sound: PrivatePulse.start(.pipe), extra: engine.environment.merging(variables) { $1 }) { desk in
            _ = try await desk.startRecorder()
            try await desk.ask("start")
            let started = try #require(Int(try await desk.status("started_timestamp")))
            try await desk.ask("finish", "--wait")
            let wall = try await Subprocess.run(
                "/bin/date", ["-d", "@\(started / 1_000_000)", "+%Y-%m-%d %H.%M.%S"], environment: variables.filter { $0.key == "TZ" }.merging(["LC_ALL": "C"]) { $1 })
            let name = "\(wall.lines[0]).flac"
            #expect(desk.files("Documents/Tallylight") == [name])
            #expect(name.utf8.allSatisfy { "0123456789-. flac".utf8.contains($0) })
            // What a display lists has the same day.
            #expect(try await desk.status("audio_path") == desk.home.file("Documents/Tallylight/\(name)"))
        }
    }
}
