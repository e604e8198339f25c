// SPDX-License-Identifier: MIT

import TestSupport

/// Makes inputs of seeds: blindly, a few changes to one of them, or to two that are put together.
struct Mutation {
    private static let longest = 1 << 16
    private static let numbers: [UInt8] = [0, 1, 2, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 254, 255]

    private let seeds: [[UInt8]]
    /// What a change puts in: words of the seeds.
    private let words: [ArraySlice<UInt8>]
    private var random: SplitMix

    init(of seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds
        words = seeds.flatMap { $0.split { $0 <= 0x20 || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") } }.map { $0.prefix(64) }
        random = SplitMix(seed: seed)
    }

    /// Another input.
    mutating func next() -> [UInt8] {
        var input = seeds[below(seeds.count)]
        if below(4) == 0 { input = Array(input.prefix(below(input.count + 1)) + seeds[below(seeds.count)].dropFirst(below(64))) }
        for _ in 0...below(6) { change(&input) }
        return Array(input.prefix(Self.longest))
    }

    private mutating func change(_ input: inout [UInt8]) {
        let place = below(input.count + 1)
        let end = min(input.count, place + below(16))
        switch below(8) {
        case 0: input.removeSubrange(place..<end)
        case 1: input.insert(contentsOf: (0...below(8)).map { _ in byte() }, at: place)
        case 2: input.insert(contentsOf: input[place..<end], at: below(input.count + 1))
        case 3 where !words.isEmpty: input.insert(contentsOf: words[below(words.count)], at: place)
        case 4: input.removeSubrange(place...)
        case 5 where place < input.count: input[place] ^= 1 << UInt8(below(8))
        case 6 where place < input.count: input[place] = Self.numbers[below(Self.numbers.count)]
        default: if place < input.count { input[place] = byte() }
        }
    }

    private mutating func byte() -> UInt8 { UInt8.random(in: .min ... .max, using: &random) }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
