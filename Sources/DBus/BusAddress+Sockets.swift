// SPDX-License-Identifier: MIT

extension BusAddress {
    /// The paths of the sockets it names: where a bus that was away shows up again.
    ///
    /// Paths that are no text are left out, as are ways to a bus that leave nothing in the file system.
    public var socketPaths: [String] {
        entries.compactMap { entry in
            let prefix = "unix:path="
            guard entry.hasPrefix(prefix) else { return nil }
            return AddressEntry.unescape(entry.dropFirst(prefix.count)).flatMap { String(validating: $0, as: UTF8.self) }
        }
    }
}
