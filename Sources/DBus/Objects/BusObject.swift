// SPDX-License-Identifier: MIT

internal import EventLoop

/// An object on the bus, as a table: dispatch, properties, introspection and every standard error follow from it.
public struct BusObject: Sendable {
    /// Where it is.
    public let path: ObjectPath
    /// What it can do, beside the standard interfaces.
    public let interfaces: [Interface]
    /// The document that answers `Introspect`, word for word.
    public let introspection: String

    /// Makes an object.
    public init(path: ObjectPath, interfaces: [Interface], introspection: String) {
        self.path = path
        self.interfaces = interfaces
        self.introspection = introspection
    }

    /// A group of methods, properties and signals under one name.
    public struct Interface: Sendable {
        /// Its name.
        public let name: InterfaceName
        /// What can be called.
        public let methods: [Method]
        /// What can be read.
        public let properties: [Property]
        /// What it sends.
        public let signals: [Signal]

        /// Makes an interface.
        public init(_ name: InterfaceName, methods: [Method] = [], properties: [Property] = [], signals: [Signal] = []) {
            self.name = name
            self.methods = methods
            self.properties = properties
            self.signals = signals
        }

        /// The method of that name, if there is one.
        func method(_ name: MemberName) -> Method? { methods.first { $0.name == name } }

        /// The property of that name, if there is one.
        func property(_ name: MemberName) -> Property? { properties.firstIndex { $0.name == name }.map { properties[$0] } }
    }

    /// A method others may call.
    public struct Method: Sendable {
        /// What a call runs.
        ///
        /// Handlers start in the order their calls arrived, each in a task of its own that is cancelled when the
        /// connection ends. A ``BusError/remote(name:message:)`` it throws is the answer; other errors become
        /// `Failed`.
        public typealias Handler = @LoopActor (Invocation) async throws -> [Value]

        /// Its name.
        public let name: MemberName
        /// The types it takes; calls with others are refused.
        public let input: Signature
        /// The types it answers with.
        public let output: Signature
        /// What a call runs.
        public let handler: Handler

        /// Makes a method.
        public init(_ name: MemberName, in input: Signature = "", out output: Signature = "", handler: @escaping Handler) {
            self.name = name
            self.input = input
            self.output = output
            self.handler = handler
        }
    }

    /// A property others may read, and perhaps set.
    public struct Property: Sendable {
        /// What the `EmitsChangedSignal` annotation promises.
        public enum Change: String, Sendable {
            /// Each change is told with the new value.
            case announced = "true"
            /// Each change is told, without the value.
            case invalidated = "invalidates"
            /// It never changes.
            case constant = "const"
            /// Changes are not told.
            case silent = "false"
        }

        /// Its name.
        public let name: MemberName
        /// Its type, one complete type.
        public let type: Signature
        /// How changes are told.
        public let change: Change
        /// Answers the value of the moment.
        public let get: @LoopActor () -> Value
        /// Takes a while to find the value out, whenever it is asked for; nil when ``get`` answers.
        let measure: (@LoopActor () async throws -> Value)?
        /// Takes a new value of the right type; nil when it is read-only.
        public let set: (@LoopActor (Value) throws -> Void)?

        /// Makes a property.
        public init(
            _ name: MemberName, _ type: Signature, change: Change = .announced, get: @escaping @LoopActor () -> Value, set: (@LoopActor (Value) throws -> Void)? = nil
        ) {
            self.name = name
            self.type = type
            self.change = change
            self.get = get
            self.set = set
            measure = nil
        }

        /// Makes a read-only property whose value is found out when somebody asks; its changes are not told.
        public init(_ name: MemberName, _ type: Signature, measure: @escaping @LoopActor () async throws -> Value) {
            self.name = name
            self.type = type
            change = .silent
            get = { preconditionFailure("\(name) is measured") }
            set = nil
            self.measure = measure
        }
    }

    /// A signal the object may send.
    public struct Signal: Sendable {
        /// Its name.
        public let name: MemberName
        /// The types it carries.
        public let arguments: Signature

        /// Makes a signal.
        public init(_ name: MemberName, _ arguments: Signature = "") {
            self.name = name
            self.arguments = arguments
        }
    }
}
