// SPDX-License-Identifier: MIT

internal import DBus

extension Connection {
    /// Asks the bus itself for something, with less patience than the binding has by default.
    func askBus(_ member: MemberName, _ arguments: [Value], returning types: Signature, within limit: Duration) async throws(BusError) -> [Value] {
        let call = MethodCall(member, arguments, of: "org.freedesktop.DBus", on: "/org/freedesktop/DBus", at: "org.freedesktop.DBus")
        return try await self.call(call, returning: types, within: limit)
    }
}
