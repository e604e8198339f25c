// SPDX-License-Identifier: MIT

internal import DBus

/// A call that is a valid message and makes no sense to the recorder while it records.
struct WrongMessage {
    private static let object: ObjectPath = "/org/tallylight/Recorder1"
    private static let ours: InterfaceName = "org.tallylight.Recorder1"
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private static let standard = "org.freedesktop.DBus.Error."

    let call: MethodCall
    /// The errors it may get.
    let errors: Set<String>

    private init(_ member: MemberName, _ arguments: [Value], of interface: InterfaceName = ours, on path: ObjectPath = object, is errors: String...) {
        call = MethodCall(member, arguments, of: interface, on: path, at: "org.tallylight.Recorder1")
        self.errors = Set(errors.map { ["StaleSession", "NotFound", "InvalidState"].contains($0) ? "\(Self.ours).Error.\($0)" : Self.standard + $0 })
    }

    /// One of many kinds, by chance.
    static func random(_ random: inout SplitMix) -> WrongMessage {
        let commands: [MemberName] = ["Toggle", "Process", "Discard", "Start", "Pause", "Resume", "Finish"]
        let command = commands[Int.random(in: 0..<commands.count, using: &random)]
        let word = command.text.lowercased()
        let text = text(&random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return WrongMessage(name(&random, "Nope"), [value(&random)], is: "UnknownMethod")
        case 1: return WrongMessage(command, [], on: path(&random), is: "UnknownObject")
        case 2: return WrongMessage(command, [], of: InterfaceName("org.tallylight.R\(UInt16.random(in: 0...999, using: &random))") ?? "no.such", is: "UnknownInterface")
        case 3: return WrongMessage(command, [value(&random), value(&random)], is: "InvalidArgs")
        case 4: return WrongMessage("Perform", [value(&random), .string(text)], is: "InvalidArgs")
        case 5: return WrongMessage("Perform", [.string(word)], is: "InvalidArgs")
        case 6, 7: return WrongMessage("Perform", [.string(word), .options(["session": .string("gone\(text)"), "x": value(&random), text: deep(&random)])], is: "StaleSession")
        case 8: return WrongMessage("Perform", [.string("explode\(text)"), .options(["x": deep(&random)])], is: "InvalidArgs")
        case 9: return WrongMessage("Perform", [.string(word), .options(["session": .uint32(.random(in: 0...9, using: &random))])], is: "InvalidArgs")
        case 10: return WrongMessage("GetTranscript", [.string("gone\(text)")], is: "NotFound")
        case 11: return WrongMessage("SetTitle", [.string("gone"), .string(text)], is: "NotFound", "InvalidArgs")
        case 12: return WrongMessage("SetTitle", [value(&random)], is: "InvalidArgs")
        case 13: return WrongMessage("Recover", [.string("../gone\(text)")], is: "NotFound", "InvalidState")
        case 14: return WrongMessage("Quit", [.options(["force": .array(of: "s", [.string(text)]), "x": value(&random)])], is: "InvalidArgs")
        case 15: return WrongMessage("Quit", [.options(["forc\(text)": .boolean(true)])], is: "InvalidState")
        case 16: return WrongMessage("Get", [.string(ours.text), .string("No\(text)")], of: properties, is: "UnknownProperty")
        case 17: return WrongMessage("Set", [.string(ours.text), .string("State"), .variant(value(&random))], of: properties, is: "PropertyReadOnly")
        case 18: return WrongMessage("GetAll", [value(&random), .byte(1)], of: properties, is: "InvalidArgs")
        default: return WrongMessage(command, [], of: "org.freedesktop.DBus.Introspectable", is: "UnknownMethod")
        }
    }

    // MARK: Parts

    private static func value(_ random: inout SplitMix) -> Value {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .byte(7)
        case 1: .double(.nan)
        case 2: .bytes([UInt8](repeating: 1, count: Int.random(in: 0...2000, using: &random)))
        case 3: .structure([.objectPath("/"), .signature("a{sv}")])
        case 4: .array(of: "o", [])
        case 5: .dictionary(keys: "i", values: "v", [Value.Entry(.int32(-1), .variant(.int64(.min)))])
        case 6: deep(&random)
        default: .uint64(random.next())
        }
    }

    /// Variants inside each other, up to as many as a message in options can carry.
    private static func deep(_ random: inout SplitMix) -> Value {
        (0..<Int.random(in: 1...58, using: &random)).reduce(.boolean(true)) { value, _ in .variant(value) }
    }

    /// Mostly short, at times 100 kB, and not always pleasant.
    private static func text(_ random: inout SplitMix) -> String {
        let unit = ["a", "ä", "\u{202E}", "%n", "\u{1B}[2J", "'; rm -rf ~", "\u{10FFFF}", " "][Int.random(in: 0..<8, using: &random)]
        let count = Int.random(in: 0..<500, using: &random) == 0 ? 20_000 : Int.random(in: 0...40, using: &random)
        return String(repeating: unit, count: count)
    }

    private static func name(_ random: inout SplitMix, _ start: String) -> MemberName { MemberName("\(start)\(UInt32.random(in: 0...9999, using: &random))") ?? "Nope" }

    private static func path(_ random: inout SplitMix) -> ObjectPath {
        let paths: [ObjectPath] = ["/", "/org", "/org/tallylight", "/org/tallylight/Recorder1/x", "/wrong"]
        let path = paths[Int.random(in: 0..<paths.count, using: &random)]
        return path.text.count > 5 ? ObjectPath("\(path)_\(UInt16.random(in: 0...999, using: &random))") ?? path : path
    }
}
