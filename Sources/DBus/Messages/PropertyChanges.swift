// SPDX-License-Identifier: MIT

/// What a `PropertiesChanged` tells, as `sa{sv}as`.
///
/// A type of its own because this is what is sent most: one value made of it all would cost as much again as sending it.
struct PropertyChanges {
    /// Whose properties they are.
    let interface: InterfaceName
    /// Those that are told with their values.
    var changed: [(name: MemberName, value: Value)] = []
    /// Those that have to be asked for.
    var invalidated: [MemberName] = []
}
