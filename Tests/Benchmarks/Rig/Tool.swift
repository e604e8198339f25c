// SPDX-License-Identifier: MIT

import Glibc

/// Programs of this machine, and the Debian packages they come in.
enum Tool {
    private static let packages = [
        "cc": "gcc", "pkg-config": "pkg-config", "taskset": "util-linux", "setpriv": "util-linux", "unshare": "util-linux", "mkfs.ext4": "e2fsprogs", "dbus-daemon": "dbus-daemon",
        "dbus-monitor": "dbus-bin",
        "dbus-send": "dbus-bin", "busctl": "systemd", "pulseaudio": "pulseaudio", "pactl": "pulseaudio-utils", "parecord": "pulseaudio-utils",
        "pacat": "pulseaudio-utils", "pipewire": "pipewire-bin", "pipewire-pulse": "pipewire-pulse", "pw-metadata": "pipewire-bin", "wireplumber": "wireplumber",
        "flac": "flac", "mako": "mako-notifier", "sway": "sway",
    ]

    /// The absolute path of a program.
    static func path(_ name: String) throws -> String {
        if name.hasPrefix("/") { return name }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        for folder in folders.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
            return "\(folder)/\(name)"
        }
        throw Failure("\(name) is missing: apt-get install \(packages[name] ?? name)")
    }

    /// Whether a program is there.
    static func isThere(_ name: String) -> Bool { (try? path(name)) != nil }
}
