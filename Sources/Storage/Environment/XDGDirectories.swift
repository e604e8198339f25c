// SPDX-License-Identifier: MIT

public import Commanding
internal import Glibc
internal import Localization

/// The folders of the XDG Base Directory Specification, and the user's documents.
///
/// A variable that is unset, empty or not an absolute path counts as unset, as the specification has it.
public struct XDGDirectories: Hashable, Sendable {
    /// The variables that decide.
    public static let variables = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]

    /// The user's home.
    public let home: String
    /// `$XDG_DATA_HOME`, by default `~/.local/share`.
    public let data: String
    /// `$XDG_CONFIG_HOME`, by default `~/.config`.
    public let config: String
    /// `$XDG_STATE_HOME`, by default `~/.local/state`.
    public let state: String

    /// Where takes, engines and models are.
    public var dataFolder: String { Files.join(data, "tallylight") }
    /// What a later start wants to know, and nobody misses.
    public var stateFolder: String { Files.join(state, "tallylight") }
    /// The settings.
    public var configurationFile: String { Files.join(config, "tallylight/config") }

    /// The folders `environment` asks for.
    ///
    /// - Throws: `StorageFailed` when neither `HOME` nor the user database names a home.
    public init(environment: [String: String]) throws(RecordingError) {
        try self.init(environment: environment, accountHome: Account.home)
    }

    /// The same with the user database as a function, which is asked only where `HOME` says nothing.
    init(environment: [String: String], accountHome: () -> String?) throws(RecordingError) {
        guard let home = Self.absolute(environment["HOME"]) ?? Self.absolute(accountHome()) else {
            throw RecordingError(
                .storageFailed, localized("There is no place to keep recordings, for you have no home folder. Set HOME to the absolute path of a folder of yours, then try again."))
        }
        self.home = home
        data = Self.absolute(environment["XDG_DATA_HOME"]) ?? Files.join(home, ".local/share")
        config = Self.absolute(environment["XDG_CONFIG_HOME"]) ?? Files.join(home, ".config")
        state = Self.absolute(environment["XDG_STATE_HOME"]) ?? Files.join(home, ".local/state")
    }

    /// The user's documents: what `user-dirs.dirs` says now, else `~/Documents`.
    public func documents() -> String {
        let named = (try? Files.read(Files.join(config, "user-dirs.dirs"))).flatMap { UserDirectories(parsing: $0, home: home).documents }
        return named ?? Files.join(home, "Documents")
    }

    /// Refuses to work in another user's home, where root would leave files that their owner can't remove.
    ///
    /// - Throws: `PermissionDenied`.
    public func refuseForeignHome() throws(RecordingError) {
        try refuseForeignHome(as: geteuid())
    }

    /// The same for any user.
    func refuseForeignHome(as user: uid_t) throws(RecordingError) {
        // Anybody but root is held off by the kernel.
        guard user == 0 else { return }
        for folder in [home, data, state] {
            let existing = Files.nearestExisting(folder)
            guard let owner = Files.status(of: existing)?.st_uid, owner != 0 else { continue }
            throw RecordingError(
                .permissionDenied,
                localized(
                    "{path} belongs to {user}, but Tallylight was started as root. Start it as {user}, without sudo.",
                    ["path": existing, "user": Account.name(of: owner)]))
        }
    }

    /// `path` without slashes at its end, if it is absolute.
    private static func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
