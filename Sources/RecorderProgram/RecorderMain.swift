// SPDX-License-Identifier: MIT

internal import CommandLine
internal import Commanding
internal import EventLoop
internal import Glibc
internal import Transcription

/// The recorder's program, `tallylight-recorder`.
public enum RecorderMain {
    /// Runs the program with `arguments`, without its name.
    ///
    /// - Returns: its exit code. It does not return when a signal asked for the end: then, with everything in order, the process dies by that signal, as its parent expects.
    public static func run(_ arguments: [String]) -> Int32 {
        StandardDescriptors.fill()
        if arguments.first == VoskWorker.name { return VoskWorker.run(arguments.dropFirst()) }
        let options: RecorderArguments
        switch RecorderArguments.parse(arguments) {
        case .run(let parsed): options = parsed
        case .hear(let errand): return run(errand)
        case .answered(let code): return code.rawValue
        }
        // Before any thread is there: a signal that comes early waits for its handler.
        SignalWatch.ignore(RecorderProcess.ignored)
        SignalWatch.block(RecorderProcess.handled)
        // Everything the recorder writes is its user's alone.
        umask(0o077)
        return Loop.shared.run {
            let (code, signal) = await Assembly(options).run()
            if let signal { SignalWatch.die(of: signal) }
            return code.rawValue
        }
    }

    /// The absolute path of this program; empty where there is no proc(5).
    static var path: String { SiblingProgram.ownPath ?? "" }

    /// Runs a verb that needs no recorder.
    private static func run(_ errand: SpeechErrand) -> Int32 {
        SignalWatch.ignore([SIGPIPE])
        return Loop.shared.run {
            await errand.run { () throws(RecordingError) in try EngineDesk() }.rawValue
        }
    }
}
