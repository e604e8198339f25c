// SPDX-License-Identifier: MIT

internal import Commanding
internal import DBus

extension Activity {
    /// The activity that a recorder's properties show; nil when they don't say in which of the states it is.
    ///
    /// What else is missing or of another type is left as an idle recorder has it: an older recorder knows less, a newer one more.
    init?(properties: [String: Value]) { self.init(properties, keyedBy: \.name.text) }

    /// The activity that `Perform` was answered with; nil when it doesn't say in which of the states it is.
    init?(status: [String: Value]) { self.init(status, keyedBy: \.key) }

    private init?(_ values: [String: Value], keyedBy key: (ActivityProperty) -> String) {
        self.init()
        guard let state = values[key(ActivityProperty.all[0])]?.text, RecordingState(rawValue: state) != nil else { return nil }
        for property in ActivityProperty.all {
            if let value = values[key(property)] { property.decode(value, &self) }
        }
    }
}
