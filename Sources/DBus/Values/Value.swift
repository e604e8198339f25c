// SPDX-License-Identifier: MIT

/// A value of any D-Bus type.
///
/// Empty arrays and dictionaries keep their element types, so that a value has exactly one signature.
public enum Value: Sendable, Equatable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case boolean(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`
    case objectPath(ObjectPath)
    /// `g`
    case signature(Signature)
    /// `h`
    case fileDescriptor(FileDescriptor)
    /// `ay`: bytes in one piece, for pixels and opaque data.
    case bytes([UInt8])
    /// `a…`: values of one type, which isn't `y`.
    case array(of: Signature, [Value])
    /// `a{…}`: pairs in the order they were written; keys are of a basic type.
    case dictionary(keys: Signature, values: Signature, [Entry])
    /// `(…)`: at least one value.
    case structure([Value])
    /// `v`
    indirect case variant(Value)

    /// A pair in a dictionary.
    public struct Entry: Sendable, Equatable {
        /// The key, of a basic type.
        public var key: Value
        /// What the key leads to.
        public var value: Value

        /// Makes a pair.
        public init(_ key: Value, _ value: Value) {
            self.key = key
            self.value = value
        }
    }
}
