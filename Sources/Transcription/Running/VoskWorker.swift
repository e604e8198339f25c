// SPDX-License-Identifier: MIT

internal import Glibc
internal import SoundFiles

/// The process that Vosk's library runs in: it loads a model, hears a file, and prints what it heard.
///
/// A library that crashes, leaks or hangs takes nothing with it here, and is ended as any other engine is. It is loaded at run time, for no distribution has it.
public enum VoskWorker {
    /// The first argument of the program that is to be one.
    public static let name = "vosk-worker"
    /// A quarter of a second.
    private static let chunk = 4000

    /// Hears a file.
    ///
    /// - Parameter arguments: the paths of the library, of the model's folder and of a sound file, mono and at the rate it is heard at.
    /// - Returns: 0 when all of it was heard; 1 otherwise, with a line on standard error.
    public static func run(_ arguments: ArraySlice<String>) -> Int32 {
        let words = Array(arguments)
        guard words.count == 3 else { return fail("usage: \(name) LIBRARY MODEL AUDIO") }
        guard let library = VoskLibrary(words[0]) else { return fail(dlerror().map { String(cString: $0) } ?? "\(words[0]) is not Vosk's library") }
        library.setLogLevel(-1)
        let reader: SoundFileReader
        do throws(SoundFileError) { reader = try SoundFileReader(words[2]) } catch { return fail(error.description) }
        guard let model = library.makeModel(words[1]) else { return fail("the model \(words[1]) could not be loaded") }
        guard let recognizer = library.makeRecognizer(model, Float(reader.rate)) else { return fail("the model \(words[1]) makes no recogniser") }
        library.setWords(recognizer, 1)
        return hear(reader, of: (try? SoundFileReader(words[2]))?.countFrames() ?? 1, library, recognizer)
    }

    private static func hear(_ reader: SoundFileReader, of frames: Int64, _ library: VoskLibrary, _ recognizer: OpaquePointer) -> Int32 {
        var done: Int64 = 0
        return withUnsafeTemporaryAllocation(of: Int16.self, capacity: chunk) { buffer in
            while true {
                let count = reader.read(into: buffer)
                guard count > 0 else { break }
                let state = library.accept(recognizer, buffer.baseAddress, Int32(count))
                guard state >= 0 else { return fail("the library could not hear the sound") }
                if state > 0 { say(library.result(recognizer)) }
                done += Int64(count)
                say("{\"progress\": \(Double(done) / Double(max(1, frames)))}")
            }
            say(library.finalResult(recognizer))
            say("{\"done\": true}")
            return 0
        }
    }

    /// Prints an object on one line: there are line breaks between its members only, for in a text they are escaped.
    private static func say(_ object: UnsafePointer<CChar>?) {
        if let object { say(String(cString: object)) }
    }

    private static func say(_ object: String) {
        let line = Array(object.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }) + [UInt8(ascii: "\n")]
        _ = write(STDOUT_FILENO, line, line.count)
    }

    private static func fail(_ reason: String) -> Int32 {
        let line = Array("\(reason)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        return 1
    }
}
