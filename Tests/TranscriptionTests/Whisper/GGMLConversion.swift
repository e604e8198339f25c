// SPDX-License-Identifier: MIT

import Glibc

@testable import Transcription

/// Makes the file whisper.cpp reads out of OpenAI's Whisper as CTranslate2 keeps it: the package index has the one, and nobody's word is needed for the other, since its SHA-1 is known.
///
/// The file is the magic number and eleven numbers of 32 bits, the mel filters, the tokens, and the tensors: rank, length of the name, element type (0: 32 bits, 1: 16 bits), the dimensions
/// from the shortest stride on, the name, the elements. CTranslate2 has queries, keys and values in one matrix, whisper.cpp has them apart.
struct GGMLConversion {
    /// How many of the tokens the file names; the others stand for no text.
    private static let namedTokens = 50_257

    private let model: CT2Model
    private let width: Int
    private(set) var bytes: [UInt8] = []

    /// Converts `model` with the vocabulary of a Hugging Face `tokenizer.json`; nil when either is none.
    init?(_ model: CT2Model, tokenizer: [UInt8]) {
        guard let embedding = model.tensors["decoder/embeddings/weight"], let filter = model.tensors["encoder/conv1/weight"],
            let heard = model.tensors["encoder/position_encodings/encodings"], let said = model.tensors["decoder/position_encodings/encodings"],
            case .object(let vocabulary)? = JSONValue(tokenizer)?["model"]?["vocab"]
        else { return nil }
        self.model = model
        width = embedding.dimensions[1]
        let (encoders, decoders, bands) = (model.layers(of: "encoder"), model.layers(of: "decoder"), filter.dimensions[1])
        let header = [
            0x6767_6D6C, embedding.dimensions[0], heard.dimensions[0], width, width / 64, encoders, said.dimensions[0], width, width / 64, decoders, bands, 1,
        ]
        header.forEach { put($0) }
        putFilters(bands)
        putTokens(vocabulary)
        put("decoder.positional_embedding", from: "decoder/position_encodings/encodings", isWide: true)
        put("encoder.positional_embedding", from: "encoder/position_encodings/encodings", isWide: true)
        put("decoder.token_embedding.weight", from: "decoder/embeddings/weight")
        for layer in 0..<decoders { putBlock("decoder", layer, hasCrossAttention: true) }
        putNorm("decoder.ln", from: "decoder/layer_norm")
        for filter in ["conv1", "conv2"] {
            put("encoder.\(filter).weight", from: "encoder/\(filter)/weight")
            put("encoder.\(filter).bias", from: "encoder/\(filter)/bias", dimensions: [width, 1], isWide: true)
        }
        for layer in 0..<encoders { putBlock("encoder", layer, hasCrossAttention: false) }
        putNorm("encoder.ln_post", from: "encoder/layer_norm")
    }

    // MARK: Numbers, filters, tokens

    private mutating func put(_ number: Int) {
        withUnsafeBytes(of: Int32(truncatingIfNeeded: number).littleEndian) { bytes += $0 }
    }

    private mutating func put(_ number: Float) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
    }

    private mutating func putFilters(_ bands: Int) {
        let weights = MelFilters.weights(bands: bands)
        put(bands)
        put(weights.count / bands)
        weights.forEach { put($0) }
    }

    /// The tokens in the order of their numbers, as the bytes they stand for.
    private mutating func putTokens(_ vocabulary: [String: JSONValue]) {
        let ordered = vocabulary.compactMap { name, number in number.number.map { (Int($0), name) } }.sorted { $0.0 < $1.0 }.prefix(Self.namedTokens)
        put(ordered.count)
        for (_, name) in ordered {
            let token = name == "<|endoftext|>" ? Array(name.utf8) : name.unicodeScalars.compactMap { Self.bytes[$0] }
            put(token.count)
            bytes += token
        }
    }

    /// GPT-2 spells bytes that cannot be printed as characters from U+0100 on, in their order.
    private static let bytes: [Unicode.Scalar: UInt8] = {
        var table: [Unicode.Scalar: UInt8] = [:]
        var extra: UInt32 = 256
        for byte in UInt8.min...UInt8.max {
            let isPrintable = (33...126).contains(byte) || (161...172).contains(byte) || byte >= 174
            if let scalar = Unicode.Scalar(isPrintable ? UInt32(byte) : extra) { table[scalar] = byte }
            if !isPrintable { extra += 1 }
        }
        return table
    }()

    // MARK: Tensors

    private mutating func putBlock(_ side: String, _ layer: Int, hasCrossAttention: Bool) {
        let (name, source) = ("\(side).blocks.\(layer)", "\(side)/layer_\(layer)")
        putNorm("\(name).mlp_ln", from: "\(source)/ffn/layer_norm")
        for (part, linear) in [("0", 0), ("2", 1)] {
            for leaf in ["weight", "bias"] { put("\(name).mlp.\(part).\(leaf)", from: "\(source)/ffn/linear_\(linear)/\(leaf)") }
        }
        putNorm("\(name).attn_ln", from: "\(source)/self_attention/layer_norm")
        putAttention("\(name).attn", from: "\(source)/self_attention", query: 0, isFused: true)
        guard hasCrossAttention else { return }
        putNorm("\(name).cross_attn_ln", from: "\(source)/attention/layer_norm")
        putAttention("\(name).cross_attn", from: "\(source)/attention", query: 0, isFused: false)
    }

    private mutating func putNorm(_ name: String, from source: String) {
        put("\(name).weight", from: "\(source)/gamma")
        put("\(name).bias", from: "\(source)/beta")
    }

    /// Queries, keys and values: all three in one matrix where a layer attends to itself, keys and values in the second where it attends to what was heard.
    private mutating func putAttention(_ name: String, from source: String, query: Int, isFused: Bool) {
        let (second, out, key) = isFused ? (query, query + 1, 1) : (query + 1, query + 2, 0)
        let first = isFused ? 0..<1 : nil
        put("\(name).query.weight", from: "\(source)/linear_\(query)/weight", rows: first)
        put("\(name).query.bias", from: "\(source)/linear_\(query)/bias", rows: first)
        put("\(name).key.weight", from: "\(source)/linear_\(second)/weight", rows: key..<(key + 1))
        for leaf in ["weight", "bias"] { put("\(name).value.\(leaf)", from: "\(source)/linear_\(second)/\(leaf)", rows: (key + 1)..<(key + 2)) }
        for leaf in ["weight", "bias"] { put("\(name).out.\(leaf)", from: "\(source)/linear_\(out)/\(leaf)") }
    }

    /// Writes a tensor, or some of its rows, counted in widths of the model; vectors, and what is wide, in 32 bits.
    private mutating func put(_ name: String, from source: String, rows: Range<Int>? = nil, dimensions: [Int]? = nil, isWide: Bool = false) {
        guard var tensor = model.tensors[source] else { return }
        if let rows {
            let size = tensor.bytes.count / (tensor.dimensions[0] / width)
            tensor.bytes = tensor.bytes.dropFirst(rows.lowerBound * size).prefix(rows.count * size)
            tensor.dimensions[0] = width * rows.count
        }
        if let dimensions { tensor.dimensions = dimensions }
        let isWide = isWide || tensor.dimensions.count < 2
        put(tensor.dimensions.count)
        put(name.utf8.count)
        put(isWide ? 0 : 1)
        tensor.dimensions.reversed().forEach { put($0) }
        bytes += name.utf8
        if isWide { putWide(tensor.bytes) } else { bytes += tensor.bytes }
    }

    private mutating func putWide(_ halves: ArraySlice<UInt8>) {
        var index = halves.startIndex
        while index < halves.endIndex {
            put(Float(Float16(bitPattern: UInt16(halves[index]) | UInt16(halves[index + 1]) << 8)))
            index += 2
        }
    }
}
