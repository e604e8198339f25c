// SPDX-License-Identifier: MIT

internal import Commanding
internal import EventLoop
internal import Glibc
internal import Localization

/// `transcribe`: the text of any sound file, without a recorder; the file is left as it is, and nothing is kept.
@LoopActor
struct TranscribeVerb {
    let options: Options
    let hearing: any SpeechHearing
    let console: Console

    func run() async throws(RecordingError) -> ExitCode {
        let audio = options.operand ?? ""
        guard access(audio, R_OK) == 0 else {
            throw RecordingError(.notFound, localized("{file} cannot be read: {reason}.", ["file": audio, "reason": String(errno: errno)]))
        }
        let (parts, line) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        let showing = Loop.shared.task { [console] in
            for await part in parts { console.progress(part) }
        }
        let result: Result<Transcript, RecordingError>
        do throws(RecordingError) {
            result = .success(try await hearing.transcribe(audio, locale: options.recorder.language, engine: options.recorder.engine) { if let part = $0 { line.yield(part) } })
        } catch {
            result = .failure(error)
        }
        line.finish()
        await showing.value
        console.progress(nil)
        return print(try result.get(), of: audio)
    }

    private func print(_ transcript: Transcript, of audio: String) -> ExitCode {
        let name = audio.split(separator: "/").last.map(String.init) ?? audio
        console.text(options.textFormat.text(of: NamedTranscript(session: SessionID(rawValue: name), transcript: transcript)))
        if transcript.text.isEmpty { console.complain(localized("No speech was recognised.")) }
        return .done
    }
}
