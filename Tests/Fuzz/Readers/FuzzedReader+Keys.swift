// SPDX-License-Identifier: MIT

import Terminal

extension FuzzedReader {
    /// What a terminal sends: the keys are the same however the bytes are cut, and nothing that is pasted is a key.
    static let keys = FuzzedReader(name: "keys") { input in
        var whole = KeyParser()
        let keys = whole.parse(input)
        insist(keys.count <= input.count, "\(input) has \(keys.count) keys")
        var cut = KeyParser()
        insist(input.flatMap { cut.parse([$0]) } == keys, "\(input) has other keys when it is cut")
        insist(cut.patience == whole.patience, "\(input) ends in another way when it is cut")
        _ = whole.giveUp()
        _ = whole.giveUp()
        insist(whole.patience == nil, "\(input) is waited for without an end")
        insist(whole.parse([UInt8(ascii: "d")]) == [.character("d")], "no key is known after \(input)")
        var pasting = KeyParser()
        let pasted = pasting.parse(Array("\u{1B}[200~".utf8) + input.filter { $0 != 0x1B } + Array("\u{1B}[201~".utf8))
        insist(pasted.isEmpty, "\(pasted) was pasted")
        insist(pasting.parse([UInt8(ascii: "d")]) == [.character("d")], "no key is known after a paste of \(input)")
    }
}
