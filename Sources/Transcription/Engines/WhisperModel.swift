// SPDX-License-Identifier: MIT

internal import Glibc
internal import Localization

/// A model of whisper.cpp as it lies on disk, told by its header.
struct WhisperModel: Hashable, Comparable, Sendable {
    /// What every model begins with: the magic number `ggml`, little-endian.
    static let signature = Array("lmgg".utf8)
    /// Models that know English only have as many tokens; the others have some more for the languages.
    private static let englishTokens: UInt32 = 51_864

    /// The languages of the models with many, as whisper.cpp calls them.
    static let languages = Set(
        """
        en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq \
        sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su
        """.split(separator: " ").map(String.init))

    /// What it is called: `base.en` of `ggml-base.en.bin`.
    let name: String
    /// Its only file.
    let file: EngineFile
    /// What is wrong with it, as a sentence; nil when a glance sees nothing wrong.
    let fault: String?
    private let size: Int
    private let isEnglishOnly: Bool

    /// The models in all the places they are looked for: ours, and those in which people keep them.
    static func all(in environment: EngineEnvironment) -> [WhisperModel] {
        let shared = environment.sharedFolders.flatMap { ["\($0)/whisper.cpp", "\($0)/whisper.cpp/models", "\($0)/whisper"] }
        let home = environment.homeDataFolder.map { ["\($0)/whisper.cpp", "\($0)/whisper.cpp/models", "\($0)/whisper"] } ?? []
        let folders = [environment.modelFolder, "\(environment.engineFolder)/whisper.cpp/models"] + home + shared
        return folders.flatMap { folder in FolderTree.names(in: folder).sorted().compactMap { WhisperModel("\(folder)/\($0)", called: $0) } }
    }

    /// Looks at a file; nil when its name is not that of a model.
    ///
    /// The detectors of voice activity have names of that kind too.
    private init?(_ path: String, called file: String) {
        guard file.hasPrefix("ggml-"), file.hasSuffix(".bin"), !file.hasPrefix("ggml-silero") else { return nil }
        name = String(file.dropFirst(5).dropLast(4))
        self.file = EngineFile(path: path, size: WhisperCatalogue.sizes[name], signature: Self.signature)
        var status = stat()
        size = stat(path, &status) == 0 ? Int(status.st_size) : 0
        isEnglishOnly = Self.tokens(of: path) == Self.englishTokens
        fault = self.file.fault()
    }

    /// How many tokens a model has: the first number of its header.
    private static func tokens(of path: String) -> UInt32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var number: UInt32 = 0
        return pread(descriptor, &number, 4, 4) == 4 ? UInt32(littleEndian: number) : nil
    }

    /// Whether it understands `language`, the first part of a BCP 47 tag.
    func hears(_ language: String) -> Bool { isEnglishOnly ? language == "en" : true }

    /// A bigger one is better, and of two for English the one that knows nothing else.
    static func < (left: WhisperModel, right: WhisperModel) -> Bool { (left.size, left.isEnglishOnly ? 1 : 0, left.name) < (right.size, right.isEnglishOnly ? 1 : 0, right.name) }
}
