// SPDX-License-Identifier: MIT

internal import Localization

/// One entry of a bus address: a transport and its keys.
package enum AddressEntry {
    /// What is wrong with an entry, to be read after it.
    package struct Fault: Error {
        let text: String
    }

    /// Reads `entry` as GDBus does and writes it as libdbus wants it.
    package static func parse(_ entry: Substring) -> Result<String, Fault> {
        guard let colon = entry.firstIndex(of: ":") else { return .failure(Fault(text: localized("has no colon after a transport"))) }
        switch (entry[..<colon], keys(in: entry[entry.index(after: colon)...])) {
        case (_, .failure(let fault)): return .failure(fault)
        case ("unix", .success(let keys)): return unix(keys)
        case ("tcp", .success(let keys)): return tcp(keys)
        case (let transport, .success): return .failure(Fault(text: localized("asks for the transport “{transport}”, which is not supported", ["transport": "\(transport)"])))
        }
    }

    /// `value` with all but the specification's harmless characters written as `%XX`.
    package static func escape(_ value: [UInt8]) -> String {
        value.reduce(into: "") { result, byte in
            if isHarmless(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    /// The keys of an entry and their values; of a key that is there twice the last counts.
    ///
    /// A list: there are two or three, and a dictionary keyed by bytes costs a program's start more than all else here.
    private struct Keys {
        private var pairs: [(key: [UInt8], value: [UInt8])] = []

        mutating func append(_ key: [UInt8], _ value: [UInt8]) { pairs.append((key, value)) }

        subscript(name: String) -> [UInt8]? { pairs.last { $0.key.elementsEqual(name.utf8) }?.value }
    }

    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "\\"), UInt8(ascii: "*"): true
        default: false
        }
    }

    private static func unix(_ keys: Keys) -> Result<String, Fault> {
        switch (keys["path"], keys["abstract"]) {
        case (let path?, nil) where !path.isEmpty: .success("unix:path=\(escape(path))")
        case (nil, let name?) where !name.isEmpty: .success("unix:abstract=\(escape(name))")
        default: .failure(Fault(text: localized("needs exactly one of the keys “path” and “abstract”")))
        }
    }

    private static func tcp(_ keys: Keys) -> Result<String, Fault> {
        guard let host = keys["host"], !host.isEmpty else { return .failure(Fault(text: localized("needs the key “host”"))) }
        var result = "tcp:host=\(escape(host))"
        for name in ["port", "family"] {
            guard let value = keys[name], !value.isEmpty else { continue }
            result += ",\(name)=\(escape(value))"
        }
        return .success(result)
    }

    private static func keys(in text: Substring) -> Result<Keys, Fault> {
        var keys = Keys()
        guard !text.isEmpty else { return .success(keys) }
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                return .failure(Fault(text: localized("has “{pair}” where a key and a value belong, as in “path=/tmp/bus”", ["pair": "\(pair)"])))
            }
            guard let key = unescape(pair[..<equals]), let value = unescape(pair[pair.index(after: equals)...]) else {
                return .failure(Fault(text: localized("has a “%” that is not followed by the two hexadecimal digits of a byte")))
            }
            keys.append(key, value)
        }
        return .success(keys)
    }

    /// The bytes that `text` stands for; nil when a `%` is not followed by two hexadecimal digits, or when there is a NUL.
    package static func unescape(_ text: Substring) -> [UInt8]? {
        var result: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                guard byte != 0 else { return nil }
                result.append(byte)
                continue
            }
            guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit), high | low != 0 else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        UInt8(exactly: Character(Unicode.Scalar(byte)).hexDigitValue ?? -1)
    }
}
