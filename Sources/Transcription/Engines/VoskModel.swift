// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// A model of Vosk as it lies on disk: a folder whose name tells its language, as `vosk-model-small-de-0.15`.
struct VoskModel: Hashable, Comparable, Sendable {
    private static let prefix = "vosk-model-"

    /// The languages of the models there are, by the codes in their names, where those are not the first parts of BCP 47 tags.
    private static let codes = ["cn": "zh", "vn": "vi", "ua": "uk", "kz": "kk", "gr": "el", "ph": "tl", "ge": "ka"]
    /// Those and the others.
    static let languages = Set("ar br ca cs de el en eo es fa fr gu hi it ja ka kk ko ky nl pl pt ru sv te tg tl tr uk uz vi zh".split(separator: " ").map(String.init))

    /// The absolute path of the folder.
    let path: String
    /// What it is called: `small-de-0.15`.
    let name: String
    /// The language it understands, the first part of a BCP 47 tag.
    let language: String

    /// The models in all the places they are looked for: ours, and those in which Vosk's own programs keep them.
    static func all(in environment: EngineEnvironment) -> [VoskModel] {
        let given = SearchPath(environment.variables["VOSK_MODEL_PATH"] ?? "").folders
        let folders = given + [environment.modelFolder] + environment.sharedFolders.map { "\($0)/vosk" } + (environment.variables["HOME"].map { ["\($0)/.cache/vosk"] } ?? [])
        return folders.flatMap { folder in FolderTree.names(in: folder).compactMap { VoskModel("\(folder)/\($0)", called: $0) } }
    }

    private init?(_ path: String, called folder: String) {
        guard folder.hasPrefix(Self.prefix), access("\(path)/am/final.mdl", F_OK) == 0 else { return nil }
        name = String(folder.dropFirst(Self.prefix.count))
        let word = name.split(separator: "-").first { $0 != "small" && $0 != "big" }.map(String.init) ?? ""
        let code = Self.codes[word] ?? word
        guard Self.languages.contains(code) else { return nil }
        (self.path, language) = (path, code)
    }

    /// Whole models are better than small ones, and later ones than earlier.
    static func < (left: VoskModel, right: VoskModel) -> Bool {
        let (small, other) = (left.name.hasPrefix("small-"), right.name.hasPrefix("small-"))
        return small == other ? left.name < right.name : small
    }
}
