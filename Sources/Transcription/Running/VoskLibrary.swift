// SPDX-License-Identifier: MIT

internal import Glibc

/// What of Vosk's C library is used ([vosk_api.h](https://github.com/alphacep/vosk-api/blob/master/src/vosk_api.h)), which has stayed as it is since 0.3.
struct VoskLibrary {
    let setLogLevel: @convention(c) (Int32) -> Void
    let makeModel: @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
    let makeRecognizer: @convention(c) (OpaquePointer, Float) -> OpaquePointer?
    let setWords: @convention(c) (OpaquePointer, Int32) -> Void
    let accept: @convention(c) (OpaquePointer, UnsafePointer<Int16>?, Int32) -> Int32
    let result: @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?
    let finalResult: @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?

    /// Loads the library for as long as the process lives; nil when it is none, or lacks a function: dlerror(3) says which.
    init?(_ path: String) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Function>(_ name: String, as type: Function.Type) -> Function? {
            // Safety: the types are those of the header.
            dlsym(handle, name).map { unsafeBitCast($0, to: type) }
        }
        guard let setLogLevel = function("vosk_set_log_level", as: (@convention(c) (Int32) -> Void).self),
            let makeModel = function("vosk_model_new", as: (@convention(c) (UnsafePointer<CChar>) -> OpaquePointer?).self),
            let makeRecognizer = function("vosk_recognizer_new", as: (@convention(c) (OpaquePointer, Float) -> OpaquePointer?).self),
            let setWords = function("vosk_recognizer_set_words", as: (@convention(c) (OpaquePointer, Int32) -> Void).self),
            let accept = function("vosk_recognizer_accept_waveform_s", as: (@convention(c) (OpaquePointer, UnsafePointer<Int16>?, Int32) -> Int32).self),
            let result = function("vosk_recognizer_result", as: (@convention(c) (OpaquePointer) -> UnsafePointer<CChar>?).self),
            let finalResult = function("vosk_recognizer_final_result", as: (@convention(c) (OpaquePointer) -> UnsafePointer<CChar>?).self)
        else { return nil }
        (self.setLogLevel, self.makeModel, self.makeRecognizer, self.setWords) = (setLogLevel, makeModel, makeRecognizer, setWords)
        (self.accept, self.result, self.finalResult) = (accept, result, finalResult)
    }
}
