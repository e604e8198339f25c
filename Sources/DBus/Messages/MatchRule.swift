// SPDX-License-Identifier: MIT

/// Which signals are wanted; what is nil matches everything.
public struct MatchRule: Sendable, Hashable {
    /// The sender, by unique or well-known name.
    ///
    /// Signals of others are never delivered, not even those a stranger addresses to us directly: a well-known name
    /// stands for the connection that owns it when the signal arrives.
    public var sender: BusName?
    /// The object that sends.
    public var path: ObjectPath?
    /// The interface of the signal.
    public var interface: InterfaceName?
    /// The signal.
    public var member: MemberName?
    /// The first argument, if it is a string.
    public var firstArgument: String?

    /// Makes a rule.
    public init(sender: BusName? = nil, path: ObjectPath? = nil, interface: InterfaceName? = nil, member: MemberName? = nil, firstArgument: String? = nil) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
    }
}

extension MatchRule {
    /// The rule as the bus wants it.
    ///
    /// [Match rules](https://dbus.freedesktop.org/doc/dbus-specification.html#message-bus-routing-match-rules)
    var text: String {
        let keys: [(String, String?)] = [
            ("sender", sender?.text), ("path", path?.text), ("interface", interface?.text), ("member", member?.text), ("arg0", firstArgument),
        ]
        return keys.reduce(into: "type='signal'") { rule, key in
            guard let value = key.1 else { return }
            // Between apostrophes everything stands for itself; an apostrophe is only possible outside of them, after a backslash.
            rule += ",\(key.0)='\(Self.escape(value))'"
        }
    }

    private static func escape(_ value: String) -> String {
        // By scalar: an apostrophe that carries a mark ends the quotes all the same.
        value.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "'" { text += "'\\''" } else { text.unicodeScalars.append(scalar) }
        }
    }
}
