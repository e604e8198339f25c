// SPDX-License-Identifier: MIT

internal import BusContract
internal import Commanding
internal import DBus

extension PlayerSurface {
    /// The table of the player, as `dbus/org.mpris.MediaPlayer2.xml` describes it.
    ///
    /// Left out is what MPRIS leaves to the player and would mean nothing here: loops, shuffling, full screen.
    nonisolated var busObject: BusObject {
        BusObject(path: PlayerNames.path, interfaces: [root, player], introspection: IntrospectionDocument.mediaPlayer2)
    }

    private nonisolated var root: BusObject.Interface {
        let constants: [(MemberName, Value)] = [
            ("CanQuit", .boolean(false)), ("CanRaise", .boolean(false)), ("HasTrackList", .boolean(false)), ("Identity", .string(PlayerNames.identity)),
            ("DesktopEntry", .string(PlayerNames.desktopEntry)), ("SupportedUriSchemes", .strings([])), ("SupportedMimeTypes", .strings([])),
        ]
        // Without CanQuit, Quit has no effect: whoever closes a player must not end a take.
        return BusObject.Interface(PlayerNames.root, methods: [withoutEffect("Raise"), withoutEffect("Quit")], properties: constants.map(Self.constant))
    }

    private nonisolated var player: BusObject.Interface {
        let constants: [(MemberName, Value)] = [
            ("Rate", .double(1)), ("MinimumRate", .double(1)), ("MaximumRate", .double(1)), ("Volume", .double(1)), ("CanGoNext", .boolean(false)), ("CanGoPrevious", .boolean(false)),
            ("CanSeek", .boolean(false)), ("CanControl", .boolean(true)),
        ]
        return BusObject.Interface(
            PlayerNames.player,
            methods: [
                command("PlayPause", .toggle), command("Play", .resume), command("Pause", .pause), command("Stop", .finish), withoutEffect("Next"), withoutEffect("Previous"),
                withoutEffect("Seek", in: "x"), withoutEffect("SetPosition", in: "ox"), withoutEffect("OpenUri", in: "s"),
            ],
            properties: PlayerProperty.all.map { property in BusObject.Property(property.name, property.type) { property.encode(self.status) } }
                + [BusObject.Property("Position", "x", change: .silent) { .int64(self.position) }] + constants.map(Self.constant),
            signals: [BusObject.Signal("Seeked", "x")])
    }

    private nonisolated static func constant(_ name: MemberName, _ value: Value) -> BusObject.Property {
        BusObject.Property(name, value.signature, change: .constant) { value }
    }

    private nonisolated func withoutEffect(_ name: MemberName, in input: Signature = "") -> BusObject.Method {
        BusObject.Method(name, in: input) { _ in [] }
    }

    private nonisolated func command(_ name: MemberName, _ command: RecordingCommand) -> BusObject.Method {
        BusObject.Method(name) { _ in
            do throws(RecordingError) {
                try await self.perform(command)
                return []
            } catch {
                throw BusError.remote(name: .failed, message: error.message)
            }
        }
    }
}
