// SPDX-License-Identifier: MIT

internal import DBus

/// The menu in the words of com.canonical.dbusmenu.
extension IndicatorMenu {
    /// The properties of the menu itself.
    private static let root: [String: Value] = ["children-display": .string("submenu")]

    /// The properties of a row, or of the menu itself: those in `names`, or all.
    func properties(of id: Int64, _ names: [String] = []) -> [String: Value]? {
        guard let properties = id == 0 ? Self.root : rows.first(where: { $0.id == id })?.row.properties else { return nil }
        return names.isEmpty ? properties : properties.filter { names.contains($0.key) }
    }

    /// An item with what is below it to a depth, all of it when that is negative: `(ia{sv}av)`; nil when there is none.
    func layout(of id: Int64, depth: Int64, _ names: [String]) -> Value? {
        guard let properties = properties(of: id, names), let number = Int32(exactly: id) else { return nil }
        let children = id == 0 && depth != 0 ? rows.compactMap { layout(of: Int64($0.id), depth: 0, names) } : []
        return .structure([.int32(number), .options(properties), .array(of: "v", children.map { .variant($0) })])
    }

    /// The properties of the items in `ids`, or of all; those that there are not are left out: `a(ia{sv})`.
    func properties(ofAll ids: [Int64], _ names: [String]) -> Value {
        let wanted = Set(ids)
        let all = [0] + rows.map(\.id)
        let items = all.filter { wanted.isEmpty || wanted.contains(Int64($0)) }
        return .items(items.compactMap { id in properties(of: Int64(id), names).map { (id, $0) } })
    }
}

extension Value {
    /// An `a(ia{sv})`: properties of menu items.
    static func items(_ items: [(id: Int32, properties: [String: Value])]) -> Value {
        .array(of: "(ia{sv})", items.map { .structure([.int32($0.id), .options($0.properties)]) })
    }
}
