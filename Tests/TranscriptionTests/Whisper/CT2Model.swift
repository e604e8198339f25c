// SPDX-License-Identifier: MIT

import Glibc

/// A model as CTranslate2 keeps it, in 16 bit floating point: tensors by name.
///
/// The file begins with a version, the name of the kind of model, its revision, and the number of tensors. A name is a 16 bit length and as many bytes with a NUL among them;
/// a tensor is its name, its rank in 8 bits, its dimensions in 32 bits each, its element type in 8 bits, and its size in 32 bits, then its bytes. All is little-endian.
struct CT2Model {
    /// A tensor of one element type.
    struct Tensor {
        /// The longest stride first.
        var dimensions: [Int]
        var bytes: ArraySlice<UInt8>
    }

    private(set) var tensors: [String: Tensor] = [:]

    /// Reads all tensors; nil when `bytes` end too early.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(rest: bytes[...])
        guard reader.number(UInt32.self) != nil, reader.name() != nil, reader.number(UInt32.self) != nil, let count = reader.number(UInt32.self) else { return nil }
        for _ in 0..<count {
            guard let name = reader.name(), let rank = reader.number(UInt8.self) else { return nil }
            let dimensions = (0..<rank).compactMap { _ in reader.number(UInt32.self).map(Int.init) }
            guard dimensions.count == Int(rank), reader.number(UInt8.self) != nil, let size = reader.number(UInt32.self), let content = reader.bytes(Int(size)) else { return nil }
            tensors[name] = Tensor(dimensions: dimensions, bytes: content)
        }
    }

    /// How many layers the part of the model named `side` has.
    func layers(of side: String) -> Int {
        let numbers = tensors.keys.compactMap { name -> Int? in
            guard name.hasPrefix("\(side)/layer_") else { return nil }
            return Int(name.dropFirst(side.count + 7).prefix { $0 != "/" })
        }
        return (numbers.max() ?? -1) + 1
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
            bytes(MemoryLayout<Number>.size).map { $0.reversed().reduce(0) { $0 << 8 | Number($1) } }
        }

        mutating func name() -> String? {
            number(UInt16.self).flatMap { bytes(Int($0)) }.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
    }
}
