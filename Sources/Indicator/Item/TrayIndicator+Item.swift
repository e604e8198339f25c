// SPDX-License-Identifier: MIT

internal import BusContract
internal import Commanding
internal import DBus
internal import EventLoop
internal import Icons

extension TrayIndicator {
    /// The table of the item, as `dbus/org.kde.StatusNotifierItem.xml` describes it.
    var itemObject: BusObject {
        let interface = BusObject.Interface(IndicatorNames.itemInterface, methods: itemMethods, properties: Self.constants + itemProperties, signals: Self.itemSignals)
        return BusObject(path: IndicatorNames.item, interfaces: [interface], introspection: IntrospectionDocument.statusNotifierItem)
    }

    /// Hosts differ in which click calls what, so every action is in the menu too; the menu itself is drawn by hosts, and a wheel means nothing.
    private var itemMethods: [BusObject.Method] {
        [
            BusObject.Method("Activate", in: "ii") { _ in self.click(.toggle) },
            BusObject.Method("SecondaryActivate", in: "ii") { _ in self.click(.finish) },
            BusObject.Method("XAyatanaSecondaryActivate", in: "u") { _ in self.click(.finish) },
            BusObject.Method("ContextMenu", in: "ii") { _ in [] },
            BusObject.Method("Scroll", in: "is") { _ in [] },
            BusObject.Method("ProvideXdgActivationToken", in: "s") { call in
                // An empty one is none; a long one is somebody's joke, who fills our memory.
                self.clicks.token = call.arguments[0].text.flatMap { (1...4096).contains($0.utf8.count) ? $0 : nil }
                return []
            },
        ]
    }

    /// A click on the item itself is meant for the take whose icon was clicked.
    private func click(_ command: RecordingCommand) -> [Value] {
        if command == .toggle || face.session != .none { clicks.send(command, face.session) }
        return []
    }

    private static let constants: [BusObject.Property] = {
        let values: [(MemberName, Value)] = [
            ("Category", .string("ApplicationStatus")), ("Id", .string("tallylight")), ("WindowId", .int32(0)), ("Menu", .objectPath(IndicatorNames.menu)),
            ("ItemIsMenu", .boolean(false)), ("IconThemePath", .string("")), ("OverlayIconName", .string("")), ("OverlayIconPixmap", .pixmaps([])),
            ("AttentionMovieName", .string("")), ("XAyatanaLabelGuide", .string(IndicatorFace.widestLabel)), ("XAyatanaOrderingIndex", .uint32(0)),
        ]
        return values.map { name, value in BusObject.Property(name, value.signature, change: .constant) { value } }
            + [BusObject.Property("AttentionIconPixmap", "a(iiay)", change: .constant) { .pixmaps(StateIcon.attention.pixmaps) }]
    }()

    private var itemProperties: [BusObject.Property] {
        func text(_ name: MemberName, _ value: @escaping @LoopActor () -> String) -> BusObject.Property {
            BusObject.Property(name, "s", change: .silent) { .string(value()) }
        }
        return [
            text("Title") { self.face.title },
            text("Status") { self.face.status.rawValue },
            text("IconName") { self.name(of: self.face.icon) },
            BusObject.Property("IconPixmap", "a(iiay)", change: .silent) { .pixmaps(self.face.icon.pixmaps) },
            text("IconAccessibleDesc") { self.face.description },
            text("AttentionIconName") { self.name(of: .attention) },
            text("AttentionAccessibleDesc") { self.face.attention },
            BusObject.Property("ToolTip", "(sa(iiay)ss)", change: .silent) {
                .structure([.string(self.name(of: self.face.icon)), .pixmaps([]), .string(self.face.headline), .string(self.face.details)])
            },
            text("XAyatanaLabel") { self.face.label(at: self.now()) },
        ]
    }

    /// What a host can ask its theme for; empty when it would find nothing.
    private func name(of icon: StateIcon) -> String { installed.contains(icon) ? icon.name : "" }

    private static let itemSignals = [
        BusObject.Signal("NewTitle"), BusObject.Signal("NewIcon"), BusObject.Signal("NewAttentionIcon"), BusObject.Signal("NewOverlayIcon"), BusObject.Signal("NewMenu"),
        BusObject.Signal("NewToolTip"), BusObject.Signal("NewStatus", "s"), BusObject.Signal("XAyatanaNewLabel", "ss"),
    ]
}

extension Value {
    /// An `a(iiay)`: a picture in several sizes.
    fileprivate static func pixmaps(_ pixmaps: [Pixmap]) -> Value {
        .array(of: "(iiay)", pixmaps.map { .structure([.int32(Int32($0.side)), .int32(Int32($0.side)), .bytes($0.bytes)]) })
    }
}
