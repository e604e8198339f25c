// SPDX-License-Identifier: MIT

internal import Commanding
internal import Glibc
internal import Localization

/// A window with a terminal in it: for the panel when it is opened from a menu or with a key.
enum TerminalWindow {
    /// Programs that open one, the user's choice first, each with what comes before the command it is to run.
    ///
    /// Desktop files can ask for a terminal too, but then for each of their actions, and not all desktops find one.
    private static let programs: [[String]] = [
        ["xdg-terminal-exec"], ["x-terminal-emulator", "-e"], ["gnome-terminal", "--"], ["kgx", "--"], ["ptyxis", "--"], ["konsole", "-e"], ["xfce4-terminal", "-x"],
        ["mate-terminal", "-x"], ["foot"], ["kitty"], ["alacritty", "-e"], ["wezterm", "start", "--"], ["st", "-e"], ["xterm", "-e"],
    ]

    /// Becomes a terminal that runs this program with `arguments`.
    ///
    /// - Returns: only when that failed: why.
    static func become(running arguments: [String]) -> RecordingError {
        do throws(RecordingError) {
            guard let program = SiblingProgram.ownPath else {
                throw RecordingError(.notFound, localized("This program can't find out where it is: /proc is not there."))
            }
            guard let terminal = find() else {
                throw RecordingError(.notFound, localized("No terminal program was found. Install one, such as xterm, or name yours in the variable TERMINAL."))
            }
            signal(SIGPIPE, SIG_DFL)
            let words = (terminal + [program] + arguments).map { strdup($0) }
            execv(terminal[0], words + [nil])
            return RecorderExecutable.cannotStart(terminal[0], errno)
        } catch {
            return error
        }
    }

    /// The program by its path, and what comes before the command; nil when there is none.
    private static func find() -> [String]? {
        for program in chosen + programs {
            if let path = SiblingProgram.pathOnSearchPath(of: program[0]) { return [path] + program.dropFirst() }
        }
        return nil
    }

    /// The user's own choice; `-e` is what nearly all of them understand.
    private static var chosen: [[String]] {
        guard let name = getenv("TERMINAL").map({ String(cString: $0) }), !name.isEmpty else { return [] }
        let known = programs.first { $0[0] == name.split(separator: "/").last.map(String.init) }
        return [[name] + (known?.dropFirst() ?? ["-e"])]
    }
}
