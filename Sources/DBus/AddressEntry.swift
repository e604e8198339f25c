// SPDX-License-Identifier: MIT

/// One entry of a bus address: a transport and its keys.
enum AddressEntry {
    /// What is wrong with an entry, to be read after it.
    struct Fault: Error {
        let text: String
    }

    /// Reads `entry` as GDBus does and writes it as libdbus wants it.
    static func parse(_ entry: Substring) -> Result<String, Fault> {
        guard let colon = entry.firstIndex(of: ":") else { return .failure(Fault(text: "has no colon after a transport")) }
        switch (entry[..<colon], keys(in: entry[entry.index(after: colon)...])) {
        case (_, .failure(let fault)): return .failure(fault)
        case ("unix", .success(let keys)): return unix(keys)
        case ("tcp", .success(let keys)): return tcp(keys)
        case (let transport, .success): return .failure(Fault(text: "asks for the transport “\(transport)”, which is not supported"))
        }
    }

    /// `value` with all but the specification's harmless characters written as `%XX`.
    static func escape(_ value: [UInt8]) -> String {
        value.reduce(into: "") { result, byte in
            if isHarmless(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "\\"), UInt8(ascii: "*"): true
        default: false
        }
    }

    private static func unix(_ keys: [[UInt8]: [UInt8]]) -> Result<String, Fault> {
        switch (keys[Array("path".utf8)], keys[Array("abstract".utf8)]) {
        case (let path?, nil): .success("unix:path=\(escape(path))")
        case (nil, let name?): .success("unix:abstract=\(escape(name))")
        default: .failure(Fault(text: "needs exactly one of the keys “path” and “abstract”"))
        }
    }

    private static func tcp(_ keys: [[UInt8]: [UInt8]]) -> Result<String, Fault> {
        guard let host = keys[Array("host".utf8)] else { return .failure(Fault(text: "needs the key “host”")) }
        var result = "tcp:host=\(escape(host))"
        for name in ["port", "family"] {
            guard let value = keys[Array(name.utf8)] else { continue }
            result += ",\(name)=\(escape(value))"
        }
        return .success(result)
    }

    private static func keys(in text: Substring) -> Result<[[UInt8]: [UInt8]], Fault> {
        var keys: [[UInt8]: [UInt8]] = [:]
        guard !text.isEmpty else { return .success(keys) }
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                return .failure(Fault(text: "has “\(pair)” where a key and a value belong, as in “path=/tmp/bus”"))
            }
            guard let key = unescape(pair[..<equals]), let value = unescape(pair[pair.index(after: equals)...]) else {
                return .failure(Fault(text: "has a “%” that is not followed by the two hexadecimal digits of a byte"))
            }
            keys[key] = value
        }
        return .success(keys)
    }

    /// The bytes that `text` stands for; nil when a `%` is not followed by two hexadecimal digits, or stands for NUL.
    static func unescape(_ text: Substring) -> [UInt8]? {
        var result: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
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
