// SPDX-License-Identifier: MIT

internal import Glibc
internal import Icons

/// Where icons are installed for all themes to fall back on.
///
/// A host that is given a name which leads nowhere shows nothing, however good the pixels are that come with it.
struct IconTheme {
    private let folders: [String]

    /// The folders of a session with this environment.
    ///
    /// [XDG base directories](https://specifications.freedesktop.org/basedir-spec/latest/)
    init(environment: [String: String]) {
        func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = absolute(environment["XDG_DATA_HOME"]) ?? absolute(environment["HOME"]).map { "\($0)/.local/share" }
        let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        folders = [home].compactMap(\.self) + shared.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }

    /// The icons that are there now.
    var installed: Set<StateIcon> {
        Set(StateIcon.allCases.filter { icon in folders.contains { access("\($0)/icons/hicolor/scalable/apps/\(icon.name).svg", R_OK) == 0 } })
    }
}
