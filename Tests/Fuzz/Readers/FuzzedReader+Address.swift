// SPDX-License-Identifier: MIT

import DBus
import Glibc

extension FuzzedReader {
    /// Bus addresses: what is made of one, libdbus takes, and it would be made of itself.
    static let address = FuzzedReader(name: "address") { input in
        let text = String(decoding: input, as: UTF8.self)
        insist(AddressEntry.unescape(AddressEntry.escape(input.filter { $0 != 0 })[...]) == input.filter { $0 != 0 }, "an escaped text is another one")
        do throws(BusError) {
            let address = try BusAddress(text)
            insist(!address.entries.isEmpty, "an address of nothing")
            for entry in address.entries {
                insist(entry.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ";") }, "“\(entry)” is no entry")
                insist(isTaken(entry), "libdbus refuses “\(entry)”")
                insist((try? BusAddress(entry))?.entries == [entry], "“\(entry)” becomes another entry")
            }
            insist(address.socketPaths.count <= address.entries.count, "there are more sockets than entries")
        } catch {
            insist("\(error)".hasSuffix("."), "“\(error)” is no sentence")
        }
    }

    private typealias Parse = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer?) -> UInt32
    private typealias Free = @convention(c) (OpaquePointer?) -> Void

    private static func isTaken(_ entry: String) -> Bool {
        guard let parse = dlsym(nil, "dbus_parse_address"), let free = dlsym(nil, "dbus_address_entries_free") else { return false }
        var entries: OpaquePointer?
        var count: Int32 = 0
        guard unsafeBitCast(parse, to: Parse.self)(entry, &entries, &count, nil) != 0 else { return false }
        unsafeBitCast(free, to: Free.self)(entries)
        return count == 1
    }
}
