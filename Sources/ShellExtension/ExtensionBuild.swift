// SPDX-License-Identifier: MIT

internal import Icons

/// The extension for GNOME Shell, as the files it consists of.
///
/// What it does is in the folder `JavaScript`, written once: it imports nothing, and finds the shell's modules under the names that every extension gives them. What differs between
/// versions of the shell is how modules come and what is asked of the extension; that is in the few lines that stand before the rest, in `shell-43.js` or `shell-45.js`.
public enum ExtensionBuild: Hashable, Sendable, CaseIterable {
    /// A script with functions.
    case script
    /// An ES module with a class.
    case module

    /// What the extension is called, and its folder.
    public static let identifier = "tallylight@tallylight.org"

    /// The build for a version of the shell; nil where there is none.
    public init?(for version: ShellVersion) {
        guard let build = Self.allCases.first(where: { $0.versions.contains(version.number) }) else { return nil }
        self = build
    }

    /// The versions of the shell that it is for: the shell refuses to load it in any other.
    public var versions: ClosedRange<Int> {
        switch self {
        case .script: 43...44
        case .module: 45...50
        }
    }

    /// All files of the extension.
    public var files: [ExtensionFile] {
        [
            ExtensionFile(path: "metadata.json", bytes: Array(metadata.utf8)), ExtensionFile(path: "extension.js", bytes: script),
            ExtensionFile(path: "stylesheet.css", bytes: PackageResources.stylesheet_css),
        ] + StateIcon.allCases.map { ExtensionFile(path: "icons/\($0.symbolicFile)", bytes: $0.symbolicBytes) }
    }

    private var script: [UInt8] {
        let head =
            switch self {
            case .script: PackageResources.shell_43_js
            case .module: PackageResources.shell_45_js
            }
        let body = [PackageResources.words_js, PackageResources.recorder_js, PackageResources.menu_js, PackageResources.indicator_js, PackageResources.tallylight_js]
        return Array("// SPDX-License-Identifier: MIT\n\n".utf8) + head + body.flatMap { [UInt8(ascii: "\n")] + $0 }
    }

    private var metadata: String {
        """
        {
            "uuid": "\(Self.identifier)",
            "name": "Tallylight",
            "description": "Shows the running recording, and has its buttons.",
            "url": "https://tallylight.org",
            "shell-version": [\(versions.map { "\"\($0)\"" }.joined(separator: ", "))],
            "session-modes": ["user", "unlock-dialog"]
        }

        """
    }
}
