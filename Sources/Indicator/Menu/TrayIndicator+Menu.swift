// SPDX-License-Identifier: MIT

internal import BusContract
internal import DBus
internal import EventLoop
internal import Localization

extension TrayIndicator {
    /// The table of the menu, as `dbus/com.canonical.dbusmenu.xml` describes it.
    var menuObject: BusObject {
        let interface = BusObject.Interface(IndicatorNames.menuInterface, methods: reading + events, properties: Self.menuConstants, signals: Self.menuSignals)
        return BusObject(path: IndicatorNames.menu, interfaces: [interface], introspection: IntrospectionDocument.menu)
    }

    private var reading: [BusObject.Method] {
        [
            BusObject.Method("GetLayout", in: "iias", out: "u(ia{sv}av)") { call in
                let (id, depth) = (call.arguments.integer(0), call.arguments.integer(1))
                guard let layout = self.menu.layout(of: id, depth: depth, call.arguments[2].strings ?? []) else { throw Self.unknown(id) }
                return [.uint32(self.menu.revision), layout]
            },
            BusObject.Method("GetGroupProperties", in: "aias", out: "a(ia{sv})") { call in
                [self.menu.properties(ofAll: call.arguments.integers(0), call.arguments[1].strings ?? [])]
            },
            BusObject.Method("GetProperty", in: "is", out: "v") { call in
                let (id, name) = (call.arguments.integer(0), call.arguments[1].text ?? "")
                guard let properties = self.menu.properties(of: id) else { throw Self.unknown(id) }
                guard let value = properties[name] ?? Self.defaults[name] else {
                    throw BusError.remote(name: .invalidArgs, message: localized("Rows of the menu have no property “{name}”.", ["name": name]))
                }
                return [.variant(value)]
            },
        ]
    }

    /// Nothing has to be got ready for a row to be shown; whatever else happens to one than a click is no business of ours.
    private var events: [BusObject.Method] {
        [
            BusObject.Method("Event", in: "isvu") { call in
                _ = self.take([.structure(call.arguments)])
                return []
            },
            BusObject.Method("EventGroup", in: "a(isvu)", out: "ai") { call in [.ids(self.take(call.arguments[0].elements ?? []))] },
            BusObject.Method("AboutToShow", in: "i", out: "b") { _ in [.boolean(false)] },
            BusObject.Method("AboutToShowGroup", in: "ai", out: "aiai") { call in
                [.ids([]), .ids(call.arguments.integers(0).filter { !self.menu.contains($0) })]
            },
        ]
    }

    /// Acts on the clicks among `events`, each an `(isvu)`.
    ///
    /// - Returns: the numbers that are no rows.
    private func take(_ events: [Value]) -> [Int64] {
        var unknown: [Int64] = []
        for event in events.compactMap(\.elements) {
            let id = event.integer(0)
            if !menu.contains(id) { unknown.append(id) }
            if event[1].text == "clicked", let meaning = menu.meaning(of: id) { clicks.choose(meaning) }
        }
        return unknown
    }

    private static func unknown(_ id: Int64) -> BusError {
        .remote(name: .invalidArgs, message: localized("The menu has no row {id}.", ["id": "\(id)"]))
    }

    /// What a property is that a row doesn't name.
    private static let defaults: [String: Value] = ["type": .string("standard"), "label": .string(""), "enabled": .boolean(true), "visible": .boolean(true)]

    private static let menuConstants = [
        BusObject.Property("Version", "u", change: .constant) { .uint32(3) },
        BusObject.Property("TextDirection", "s", change: .constant) { .string("ltr") },
        BusObject.Property("Status", "s", change: .constant) { .string("normal") },
        BusObject.Property("IconThemePath", "as", change: .constant) { .strings([]) },
    ]

    private static let menuSignals = [
        BusObject.Signal("ItemsPropertiesUpdated", "a(ia{sv})a(ias)"), BusObject.Signal("LayoutUpdated", "ui"), BusObject.Signal("ItemActivationRequested", "iu"),
    ]
}

extension Value {
    /// An `ai`.
    fileprivate static func ids(_ ids: [Int64]) -> Value { .array(of: "i", ids.map { .int32(Int32(truncatingIfNeeded: $0)) }) }
}

extension [Value] {
    /// The number at `index`, where the signature has proved that there is one.
    fileprivate func integer(_ index: Int) -> Int64 { self[index].integer ?? 0 }

    /// The numbers at `index`, likewise.
    fileprivate func integers(_ index: Int) -> [Int64] { self[index].elements?.compactMap(\.integer) ?? [] }
}
