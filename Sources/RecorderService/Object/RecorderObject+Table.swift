// SPDX-License-Identifier: MIT

internal import BusContract
public import Commanding
public import DBus

extension RecorderObject {
    /// The table of the interface, as `dbus/org.tallylight.Recorder1.xml` describes it, for a connection to dispatch from.
    public func busObject(commanding recorder: any RecordingCommanding) -> BusObject {
        let interface = BusObject.Interface(
            RecorderNames.interface, methods: RecorderMethods(recorder: recorder).table, properties: properties(of: recorder),
            signals: [BusObject.Signal("Finished", "ssa{sv}"), BusObject.Signal("Warning", "ssa{sv}")])
        return BusObject(path: RecorderNames.path, interfaces: [interface], introspection: IntrospectionDocument.recorder1)
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
