// SPDX-License-Identifier: MIT

/// Turns what a terminal sends into keys, however the bytes are cut into reads.
///
/// What is no key the panel knows (Alt with a letter, function keys, mouse reports, answers to questions nobody asked) is swallowed whole, so that no letter inside of it is
/// taken for a command. So is everything between the marks of a bracketed paste. An escape byte may be the key of that name or the start of more: the caller says when
/// ``patience`` is over.
package struct KeyParser {
    private enum State: Equatable {
        case ground
        case escape
        /// In a control sequence; its parameters so far, as many as a key can have.
        case sequence([UInt8])
        /// After ESC O, where keypads in application mode put their keys.
        case singleShift
        /// In an operating system command or another string, up to its terminator.
        case string
        case stringEscape
        /// In a UTF-8 character: its bytes so far, and how many are missing.
        case character([UInt8], missing: Int)
        /// Before bytes that belong to a sequence the length of which is fixed.
        case skipping(Int)
    }

    private var state = State.ground
    private var isPasting = false
    private static let longestParameters = 32

    /// Starts with nothing pending.
    package init() {}

    /// How long to wait for more bytes before calling ``giveUp()``; nil when nothing is pending.
    package var patience: Duration? {
        if state != .ground { return .milliseconds(50) }
        return isPasting ? .seconds(5) : nil
    }

    /// The keys that `bytes` complete.
    package mutating func parse(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            if let key = next(byte), !isPasting { keys.append(key) }
        }
        return keys
    }

    /// Stops waiting: an escape byte was the key, anything else that is pending is forgotten.
    package mutating func giveUp() -> [Key] {
        defer { state = .ground }
        if state == .ground { isPasting = false }
        return state == .escape && !isPasting ? [.escape] : []
    }

    private mutating func next(_ byte: UInt8) -> Key? {
        switch state {
        case .ground: return ground(byte)
        case .escape: return escape(byte)
        case .sequence(let parameters): return sequence(byte, parameters)
        case .singleShift:
            state = .ground
            return byte == UInt8(ascii: "M") ? .enter : Self.cursorKey(byte)
        case .string:
            if byte == 0x1B { state = .stringEscape } else if [0x07, 0x18, 0x1A].contains(byte) { state = .ground }
        case .stringEscape:
            state = byte == UInt8(ascii: "\\") ? .ground : .string
        case .character(let bytes, let missing): return character(byte, bytes, missing)
        case .skipping(let count): state = count > 1 ? .skipping(count - 1) : .ground
        }
        return nil
    }

    private mutating func ground(_ byte: UInt8) -> Key? {
        state = .ground
        switch byte {
        case 0x03: return .interrupt
        case 0x0A, 0x0D: return .enter
        case 0x0C: return .redraw
        case 0x1A: return .suspend
        case 0x1B: state = .escape
        case 0x20..<0x7F: return .character(Character(Unicode.Scalar(byte)))
        case 0xC2...0xDF: state = .character([byte], missing: 1)
        case 0xE0...0xEF: state = .character([byte], missing: 2)
        case 0xF0...0xF4: state = .character([byte], missing: 3)
        default: break
        }
        return nil
    }

    private mutating func escape(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x1B: return .escape
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "_"): state = .string
        case 0x20..<0x7F: state = .ground
        default: return ground(byte)
        }
        return nil
    }

    private mutating func sequence(_ byte: UInt8, _ parameters: [UInt8]) -> Key? {
        switch byte {
        case 0x20..<0x40:
            state = .sequence(parameters.count < Self.longestParameters ? parameters + [byte] : parameters)
            return nil
        case 0x40..<0x7F:
            state = .ground
            return finish(byte, parameters)
        default: return ground(byte)
        }
    }

    private mutating func finish(_ final: UInt8, _ parameters: [UInt8]) -> Key? {
        switch final {
        case UInt8(ascii: "M") where parameters.isEmpty: state = .skipping(3)
        case UInt8(ascii: "["): state = .skipping(1)
        case UInt8(ascii: "~"): return tildeKey(String(decoding: parameters, as: UTF8.self))
        // Parameters that start with one of `<=>?` make a private sequence (ECMA-48 5.4.1).
        default: return parameters.first.map { $0 < UInt8(ascii: "<") } == false ? nil : Self.cursorKey(final)
        }
        return nil
    }

    private mutating func tildeKey(_ parameters: String) -> Key? {
        switch parameters.split(separator: ";").first {
        case "1", "7": return .home
        case "4", "8": return .end
        case "5": return .pageUp
        case "6": return .pageDown
        case "200": isPasting = true
        case "201": isPasting = false
        default: break
        }
        return nil
    }

    private static func cursorKey(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        default: nil
        }
    }

    private mutating func character(_ byte: UInt8, _ bytes: [UInt8], _ missing: Int) -> Key? {
        guard 0x80..<0xC0 ~= byte else { return ground(byte) }
        guard missing == 1 else {
            state = .character(bytes + [byte], missing: missing - 1)
            return nil
        }
        state = .ground
        return String(validating: bytes + [byte], as: UTF8.self)?.first.map(Key.character)
    }
}
