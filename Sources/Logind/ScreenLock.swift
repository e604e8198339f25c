// SPDX-License-Identifier: MIT

internal import DBus
internal import EventLoop

/// Hears that the screen of the user's session is locked.
///
/// Two say so: `loginctl lock-session` and idle timers by the signal `Lock`, desktops that lock by themselves by the property `LockedHint` (`org.freedesktop.login1(5)`).
@LoopActor
struct ScreenLock {
    private static let interface: InterfaceName = "org.freedesktop.login1.Session"

    private let subscriptions: [Subscription]

    /// Listens until ``cancel()``.
    ///
    /// - Parameters:
    ///   - logind: the login manager.
    ///   - isLocked: called each time the screen is locked.
    init(from logind: RemoteObject, whenLocked isLocked: @escaping @LoopActor () -> Void) async throws(BusError) {
        let path = try await Self.session(of: logind)
        let rules = [
            MatchRule(sender: logind.destination, path: path, interface: Self.interface, member: "Lock"),
            MatchRule(sender: logind.destination, path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"),
        ]
        var subscriptions: [Subscription] = []
        for rule in rules {
            subscriptions.append(try await logind.connection.subscribe(to: rule) { if Self.tellsLock($0) { isLocked() } })
        }
        self.subscriptions = subscriptions
    }

    func cancel() {
        for subscription in subscriptions { subscription.cancel() }
    }

    private static func tellsLock(_ signal: SignalMessage) -> Bool {
        if signal.member == "Lock" { return true }
        guard signal.arguments.signature == "sa{sv}as", signal.arguments[0].text == interface.text else { return false }
        return signal.arguments[1].options?["LockedHint"]?.boolean == true
    }

    /// The session this process is in; for a service of the user's, which is in none, the one on the user's display.
    private static func session(of logind: RemoteObject) async throws(BusError) -> ObjectPath {
        do throws(BusError) {
            let reply = try await logind.call("GetSessionByPID", [.uint32(0)], returning: "o", within: InhibitorLock.patience)
            if case .objectPath(let path) = reply[0] { return path }
        } catch {
            guard case .remote = error else { throw error }
        }
        let user = RemoteObject("org.freedesktop.login1.User", on: "/org/freedesktop/login1/user/self", at: logind.destination, over: logind.connection)
        guard case .structure(let members) = try await user.property("Display", within: InhibitorLock.patience), case .objectPath(let path)? = members.last, path != "/" else {
            throw .invalid(reason: "logind knows no session of the user's")
        }
        return path
    }
}
