// SPDX-License-Identifier: MIT

internal import BusContract
public import Commanding
public import DBus

extension RecorderObject {
    /// The tables of its interfaces, as `dbus/org.tallylight.Recorder1.xml` describes them, for a connection to dispatch from.
    public func busObject(commanding recorder: any RecordingCommanding) -> BusObject {
        let methods = RecorderMethods(recorder: recorder)
        let interface = BusObject.Interface(
            RecorderNames.interface, methods: methods.table, properties: properties(of: recorder),
            signals: [BusObject.Signal("Finished", "ssa{sv}"), BusObject.Signal("Warning", "ssa{sv}")])
        let takes = BusObject.Interface(RecorderNames.takes, methods: methods.takesTable)
        return BusObject(path: RecorderNames.path, interfaces: [interface, takes], introspection: IntrospectionDocument.recorder1)
    }

    private func properties(of recorder: any RecordingCommanding) -> [BusObject.Property] {
        let version = version
        return ActivityProperty.all.enumerated().map { index, property in
            BusObject.Property(property.name, property.type) { self.value(at: index) }
        } + [
            BusObject.Property("InputLevel", "d", measure: { .double(try await recorder.inputLevel()) }),
            BusObject.Property("Version", "s", change: .constant) { .string(version) },
            BusObject.Property("Features", "as", change: .constant) { .strings([]) },
        ]
    }
}
