// SPDX-License-Identifier: MIT

/// A value tests share between tasks.
public actor Held<Value: Sendable> {
    private var value: Value

    /// Holds `value`.
    public init(_ value: Value) { self.value = value }

    /// The value now.
    public func get() -> Value { value }

    /// Replaces it.
    public func set(_ value: Value) { self.value = value }
}
