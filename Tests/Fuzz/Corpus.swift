// SPDX-License-Identifier: MIT

import Glibc

/// The inputs from which others are made: the files of a folder for each reader.
enum Corpus {
    private static let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Corpus"

    /// The seeds of a reader, in the order of their names; the empty one is always among them.
    static func seeds(of reader: FuzzedReader) -> [[UInt8]] {
        let path = "\(folder)/\(reader.name)"
        guard let stream = opendir(path) else { return [[]] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return [[]] + names.sorted().compactMap { contents(of: "\(path)/\($0)") }
    }

    /// What is in a file; nil when it cannot be read.
    static func contents(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(file, &part, part.count), count > 0 { bytes += part[..<count] }
        return bytes
    }
}
