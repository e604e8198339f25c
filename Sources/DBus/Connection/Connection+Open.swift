// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Localization

extension Connection {
    /// Connects to `address`, entry after entry, and says hello.
    ///
    /// - Parameter limit: how long each entry of the address may take.
    /// - Throws: ``BusError/noBus(reason:)``, or ``BusError/cancelled``.
    public static func open(_ address: BusAddress, within limit: Duration = .seconds(5)) async throws(BusError) -> Connection {
        var faults: [String] = []
        for entry in address.entries {
            do throws(BusError) {
                return try await open(entry, within: limit)
            } catch .cancelled {
                throw .cancelled
            } catch {
                faults.append(address.entries.count > 1 ? "“\(entry)”: \(explain(error, limit))" : explain(error, limit))
            }
        }
        throw .noBus(reason: localized("The message bus can't be reached. {source}: {faults}.", ["source": address.source, "faults": faults.joined(separator: "; ")]))
    }

    private static func open(_ entry: String, within limit: Duration) async throws(BusError) -> Connection {
        let start = ContinuousClock.now
        let transport = Transport(try await OpenedConnection.open(entry, within: limit))
        do throws(BusError) {
            let hello = try OutgoingMessage(MethodCall("Hello", of: .bus, on: .bus, at: .bus))
            let answer = try await transport.call(hello, returning: "s", within: limit - start.duration(to: .now))
            guard let name = answer.first?.text.flatMap({ BusName($0) }) else { throw .invalid(reason: localized("the bus gave us no valid name")) }
            transport.adopt(uniqueName: name)
            return Connection(transport, uniqueName: name)
        } catch {
            transport.finish()
            throw error
        }
    }

    private static func explain(_ error: BusError, _ limit: Duration) -> String {
        switch error {
        case .timedOut: localized("nobody answered within {limit}", ["limit": "\(limit)"])
        case .disconnected: localized("whoever listens there is no message bus, or does not let this user in")
        default: error.description
        }
    }
}
