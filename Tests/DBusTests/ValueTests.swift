// SPDX-License-Identifier: MIT

import DBus
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("Value", .timeLimit(.minutes(1)))
struct ValueTests {
    /// One or more values of every type, and the nestings that go wrong first.
    static let samples: [Value] = [
        .byte(0), .byte(255), .boolean(true), .boolean(false), .int16(.min), .int16(.max), .uint16(.max), .int32(.min), .int32(.max), .uint32(.max),
        .int64(.min), .int64(.max), .uint64(.max), .double(0), .double(-.infinity), .double(1.5e300), .string(""), .string("ä😀\u{301}\u{FFFE}"),
        .objectPath("/"), .objectPath("/a/b_1"), .signature(""), .signature("a{sv}(ii)"),
        .bytes([]), .bytes([1, 2, 3]), .array(of: "s", []), .strings(["a", "", "b"]), .array(of: "aai", [.array(of: "ai", []), .array(of: "ai", [.array(of: "i", [])])]),
        .array(of: "ay", [.bytes([]), .bytes([7])]), .array(of: "a{sv}", [.options([:])]), .array(of: "(yv)", [.structure([.byte(1), .variant(.double(2))])]),
        .options([:]), .options(["a": .boolean(true), "b": .options(["c": .array(of: "(so)", [])])]),
        .dictionary(keys: "y", values: "a{us}", [.init(.byte(1), .dictionary(keys: "u", values: "s", [])), .init(.byte(1), .dictionary(keys: "u", values: "s", [.init(.uint32(9), .string("x"))]))]),
        .structure([.byte(1), .structure([.string("s"), .bytes([1])]), .variant(.variant(.array(of: "v", [])))]),
        .variant(.signature("v")), .variant(.structure([.int16(1), .array(of: "x", [.int64(5)])])),
    ]

    @Test
    func `values of every type pass through a bus unchanged, each alone and all together`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            for sample in Self.samples + [.structure(Self.samples)] {
                let method = BusObject.Method("Echo", in: sample.signature, out: sample.signature) { $0.arguments }
                peer.export(.bench([method]))
                #expect(try await connection.bench("Echo", [sample], at: peer, returning: sample.signature) == [sample])
                peer.unexport(.bench)
            }
            await peer.close()
        }
    }

    @Test
    func `busctl and gdbus read what we write, and we read what they write`() async throws {
        try await withPrivateConnection { bus, connection in
            let heard = Box<[[Value]]>([])
            let types: Signature = "ybnqiuxtdsogasa{sv}(iv)ay"
            connection.export(
                .bench([
                    .init("Echo", in: types, out: types) { call in
                        heard.content.append(call.arguments)
                        return call.arguments
                    }
                ]))
            #expect(try await connection.requestName(.bench))
            let busctl = try await bus.run(
                "busctl", "--user", "call", "--", "org.tallylight.Bench", "/org/tallylight/Bench", "org.tallylight.Bench", "Echo", types.text, "1", "true", "-2", "3", "-4", "5", "-6",
                "7", "0.5", "ü", "/p", "s", "2", "x", "y", "1", "key", "s", "value", "8", "u", "9", "2", "10", "11")
            #expect(busctl.status == 0, "\(busctl.errors)")
            #expect(busctl.output == "ybnqiuxtdsogasa{sv}(iv)ay 1 true -2 3 -4 5 -6 7 0.5 \"\\303\\274\" \"/p\" \"s\" 2 \"x\" \"y\" 1 \"key\" s \"value\" 8 u 9 2 10 11\n")
            let gdbus = try await bus.run(
                "gdbus", "call", "--session", "--dest", "org.tallylight.Bench", "--object-path", "/org/tallylight/Bench", "--method", "org.tallylight.Bench.Echo", "--", "byte 1", "true",
                "int16 -2", "uint16 3", "-4", "uint32 5", "int64 -6", "uint64 7", "0.5", "'ü'", "objectpath '/p'", "signature 's'", "['x', 'y']", "{'key': <'value'>}",
                "(8, <uint32 9>)", "[byte 10, 11]")
            #expect(gdbus.status == 0, "\(gdbus.errors)")
            let expected: [Value] = [
                .byte(1), .boolean(true), .int16(-2), .uint16(3), .int32(-4), .uint32(5), .int64(-6), .uint64(7), .double(0.5), .string("ü"), .objectPath("/p"), .signature("s"),
                .strings(["x", "y"]), .options(["key": .string("value")]), .structure([.int32(8), .variant(.uint32(9))]), .bytes([10, 11]),
            ]
            #expect(heard.content == [expected, expected])
        }
    }

    @Test
    func `a file descriptor arrives, and every copy of it is closed`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(
                .bench([
                    .init("Read", in: "a{sh}", out: "s") { call in
                        guard case .dictionary(_, _, let entries) = call.arguments[0], case .fileDescriptor(let end) = entries[0].value else { return [] }
                        var bytes = [UInt8](repeating: 0, count: 16)
                        let count = read(end.number, &bytes, bytes.count)
                        return [.string(String(decoding: bytes[..<max(count, 0)], as: UTF8.self))]
                    }
                ]))
            var ends: [Int32] = [0, 0]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
            defer { close(ends[1]) }
            #expect(write(ends[1], "hello", 5) == 5)
            let answer = try await connection.bench("Read", Self.entry(FileDescriptor(owning: ends[0])), at: peer, returning: "s")
            #expect(answer == [.string("hello")])
            // The end of the stream comes when the last copy is closed; one that nobody closes runs into the time limit.
            let end = Promised()
            let watch = DescriptorWatch(ends[1], for: .readable) { _ in end.keep() }
            await end.wait()
            watch.cancel()
            var byte: UInt8 = 0
            #expect(recv(ends[1], &byte, 1, 0) == 0)
            await peer.close()
        }
    }

    private static func entry(_ descriptor: FileDescriptor) -> [Value] {
        [.dictionary(keys: "s", values: "h", [.init(.string("end"), .fileDescriptor(descriptor))])]
    }

    @Test
    func `what no message can carry is refused before libdbus sees it`() async throws {
        try await withPrivateConnection { _, connection in
            let deep = (0..<65).reduce(Value.byte(1)) { value, _ in .variant(value) }
            let wide: Value = .structure(Array(repeating: .byte(1), count: 300))
            let nested = (0..<33).reduce(Value.byte(1)) { value, _ in .structure([value]) }
            // Found by fuzzing: the type of an array of nothing is a letter, but no type, and nobody asks a dictionary without entries for a key.
            let half = Value.array(of: "", []).signature
            let hopeless: [[Value]] = [
                [.dictionary(keys: half, values: "s", [])], [.dictionary(keys: "s", values: half, [])], [.array(of: half, [])], [.variant(.dictionary(keys: half, values: "s", []))],
                [deep], [wide], [nested], [.structure([])], [.array(of: "", [])], [.array(of: "ss", [])], [.array(of: "y", [.byte(1)])], [.array(of: "s", [.byte(1)])],
                [.dictionary(keys: "v", values: "s", [])], [.dictionary(keys: "", values: "s", [])], [.dictionary(keys: "s", values: "ss", [])],
                [.dictionary(keys: "s", values: "s", [.init(.string(""), .byte(0))])], Array(repeating: .byte(0), count: 256), [.bytes(Array(repeating: 0, count: 17 << 20))],
                [.array(of: "u", Array(repeating: .uint32(1), count: 200_000))],
            ]
            for values in hopeless {
                let error = await #expect(throws: BusError.self) { try await connection.call(MethodCall("Echo", values, of: .bench, on: .bench, at: .bench)) }
                guard case .invalid = error else {
                    Issue.record("\(String(describing: error)) for \(values.signature)")
                    continue
                }
            }
            let deepest = (0..<64).reduce(Value.byte(1)) { value, _ in .variant(value) }
            await #expect(throws: BusError.remote(name: .serviceUnknown, message: "The name org.tallylight.Bench was not provided by any .service files")) {
                try await connection.call(MethodCall("Echo", [deepest], of: .bench, on: .bench, at: .bench, mayStart: true))
            }
        }
    }

    @Test
    func `what may be sent may be read, when it is much too`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            // Found by fuzzing: a text counted twice for its reader, so that more than half of what a message may carry could not be read.
            let many: Value = .array(of: "s", Array(repeating: .string(""), count: (1 << 16) + 1))
            peer.export(.bench([.init("Echo", in: "as", out: "as") { $0.arguments }]))
            #expect(try await connection.bench("Echo", [many], at: peer, returning: "as") == [many])
            await peer.close()
        }
    }

    @Test
    func `a NUL in a text becomes a replacement character`() async throws {
        try await withPrivateConnection { bus, connection in
            let peer = try await Connection.open(bus.address)
            peer.export(.bench([.init("Echo", in: "s", out: "s") { $0.arguments }]))
            #expect(try await connection.bench("Echo", [.string("a\0b")], at: peer) == [.string("a\u{FFFD}b")])
            await peer.close()
        }
    }

    @Test
    func `names obey their grammars`() {
        let long = String(repeating: "a.", count: 200) + "b"
        expect(BusName.self, valid: [":1.42", "org.freedesktop.DBus", "a-b.c_d"], invalid: ["", "org", "org.1bad.X", "a.b\0", "a..b", long])
        expect(ObjectPath.self, valid: ["/", "/a_1/B"], invalid: ["", "a", "/a/", "//", "/ä", "/a-b", "/a\0"])
        expect(InterfaceName.self, valid: ["a.b", "a.b_1"], invalid: ["", "a", "a..b", "a.b-c", long])
        expect(MemberName.self, valid: ["Toggle", "_1"], invalid: ["", "a.b", "1a", "ä"])
        expect(ErrorName.self, valid: ["a.b.E"], invalid: ["", "E"])
        expect(
            Signature.self, valid: ["", "a{sv}", "sa(iiay)v"],
            invalid: ["a", "{sv}", "a{vs}", "a{s}", "()", "s\0", String(repeating: "s", count: 256), String(repeating: "a", count: 33) + "s"])
        for (types, isSingle) in [("s", true), ("a{sv}", true), ("", false), ("ss", false)] as [(Signature, Bool)] {
            #expect(types.isSingle == isSingle)
        }
    }

    private func expect<Text: ValidatedText>(_ type: Text.Type, valid: [String], invalid: [String]) {
        for text in valid {
            #expect(Text(text)?.text == text)
        }
        for text in invalid {
            #expect(Text(text) == nil, "\(text)")
        }
    }

    @Test
    func `conveniences look through variants and refuse other types`() {
        let options: Value = .variant(.options(["a": .uint64(.max), "b": .int16(-3), "c": .strings(["x"]), "d": .double(1)]))
        let content = options.options
        #expect(content?["a"]?.integer == nil)
        #expect(content?["b"]?.integer == -3)
        #expect(content?["c"]?.strings == ["x"])
        #expect(content?["d"]?.double == 1)
        #expect(options.text == nil && options.boolean == nil && options.elements == nil)
        #expect(Value.variant(.objectPath("/x")).text == "/x")
        #expect(Value.boolean(true).boolean == true)
        #expect(Value.dictionary(keys: "s", values: "s", []).options == nil)
    }
}
