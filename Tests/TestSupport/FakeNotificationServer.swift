// SPDX-License-Identifier: MIT

package import DBus
package import EventLoop

/// A notification server that does what it is told, and remembers what it was asked.
@LoopActor
package final class FakeNotificationServer {
    /// One call of `Notify`.
    package struct Post {
        package let replaces: UInt32
        package let icon: String
        package let summary: String
        package let body: String
        package let actions: [String]
        package let hints: [String: Value]
        package let expiry: Value

        package var keys: [String] { stride(from: 0, to: actions.count, by: 2).map { actions[$0] } }
        package var urgency: Value? { hints["urgency"] }

        package init(_ arguments: [Value]) {
            replaces = if case .uint32(let id) = arguments[1] { id } else { .max }
            icon = arguments[2].text ?? ""
            summary = arguments[3].text ?? ""
            body = arguments[4].text ?? ""
            actions = arguments[5].strings ?? []
            hints = arguments[6].options ?? [:]
            expiry = arguments[7]
        }
    }

    /// The number of the next notification that replaces nothing.
    package var nextID: UInt32
    package var capabilities = ["body", "actions", "body-markup"]
    /// Whether what replaces another gets a number of its own, as GNOME and mako do it for one they don't know.
    package var renumbers = false
    /// What `Notify` is answered with instead of a number.
    package var refusal: (@LoopActor (Post) -> BusError?)?
    /// Where `Notify` waits while it is closed.
    package var gate = Gate(isOpen: true)
    /// What happens in `Notify` before the answer.
    package var beforeAnswer: (@LoopActor (Post) async throws -> Void)?
    package private(set) var posts: [Post] = []
    package private(set) var closed: [UInt32] = []
    /// What is on the screen.
    package private(set) var standing: [UInt32: Post] = [:]
    package private(set) var questions = 0
    private var connection: Connection?
    private let lookout = Lookout()

    package nonisolated init(firstID: UInt32 = 1) { nextID = firstID }

    /// Takes the name on `bus`.
    package func open(on bus: PrivateBus) async throws {
        let connection = try await Connection.open(bus.address)
        self.connection = connection
        let interface = BusObject.Interface(
            "org.freedesktop.Notifications",
            methods: [
                BusObject.Method("GetCapabilities", out: "as") { _ in
                    self.questions += 1
                    return [.strings(self.capabilities)]
                },
                BusObject.Method("Notify", in: "susssasa{sv}i", out: "u") { try await self.notify(Post($0.arguments)) },
                BusObject.Method("CloseNotification", in: "u") { self.close($0.arguments[0]) },
            ],
            signals: [BusObject.Signal("ActionInvoked", "us"), BusObject.Signal("NotificationClosed", "uu"), BusObject.Signal("ActivationToken", "us")])
        connection.export(BusObject(path: "/org/freedesktop/Notifications", interfaces: [interface], introspection: "<node/>"))
        guard try await connection.requestName("org.freedesktop.Notifications") else { throw BusError.invalid(reason: "there is another notification server") }
    }

    /// Dies.
    package func die() async {
        await connection?.close()
        connection = nil
    }

    /// A button is pressed.
    package func press(_ key: String, of id: UInt32) {
        connection?.emit("ActionInvoked", [.uint32(id), .string(key)], of: "org.freedesktop.Notifications", on: "/org/freedesktop/Notifications")
    }

    /// The right to come to the front is given, as before a press.
    package func token(_ token: String, of id: UInt32) {
        connection?.emit("ActivationToken", [.uint32(id), .string(token)], of: "org.freedesktop.Notifications", on: "/org/freedesktop/Notifications")
    }

    /// A notification goes from the screen for `reason`.
    package func dismiss(_ id: UInt32, reason: UInt32 = 2) {
        standing[id] = nil
        connection?.emit("NotificationClosed", [.uint32(id), .uint32(reason)], of: "org.freedesktop.Notifications", on: "/org/freedesktop/Notifications")
    }

    /// Waits until `condition` holds, which is looked at after each call.
    package func until(_ condition: @escaping @LoopActor () -> Bool) async { await lookout.until(condition) }

    /// Waits until the bus has all that was said so far.
    package func fence() async throws { _ = try await connection?.owner(of: "org.freedesktop.Notifications") }

    /// Waits until so many calls of `Notify` have arrived.
    package func posts(_ count: Int) async { await until { self.posts.count >= count } }

    private func notify(_ post: Post) async throws -> [Value] {
        posts.append(post)
        lookout.look()
        try await beforeAnswer?(post)
        await gate.pass()
        if let error = refusal?(post) { throw error }
        let isNew = post.replaces == 0 || renumbers
        let id = isNew ? nextID : post.replaces
        if isNew { nextID += 1 }
        if id != post.replaces { standing[post.replaces] = nil }
        standing[id] = post
        // The one who waits goes on after the answer has left.
        Loop.shared.enqueue { self.lookout.look() }
        return [.uint32(id)]
    }

    private func close(_ id: Value) -> [Value] {
        guard case .uint32(let id) = id else { return [] }
        closed.append(id)
        if standing[id] != nil { dismiss(id, reason: 3) }
        lookout.look()
        return []
    }
}
