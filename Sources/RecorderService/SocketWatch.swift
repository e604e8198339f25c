// SPDX-License-Identifier: MIT

internal import EventLoop
internal import Glibc

/// Sees a socket appear at a path, so that whoever waits for a bus sleeps until there is one (inotify(7)).
@LoopActor
final class SocketWatch {
    private let name: String
    private let onAppear: @LoopActor () -> Void
    private var watch: DescriptorWatch?

    /// Calls `onAppear` whenever something appears at `path`; nil when its folder can't be watched.
    init?(_ path: String, onAppear: @escaping @LoopActor () -> Void) {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        name = String(path[path.index(after: slash)...])
        self.onAppear = onAppear
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, String(path[...slash]), UInt32(IN_CREATE | IN_MOVED_TO)) >= 0 else {
            close(descriptor)
            return nil
        }
        watch = DescriptorWatch(descriptor, for: .readable) { [weak self] _ in self?.read(descriptor) }
    }

    /// Ends it.
    func cancel() {
        guard let watch else { return }
        self.watch = nil
        watch.cancel()
        close(watch.descriptor)
    }

    private func read(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var hasAppeared = false
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            hasAppeared = Self.names(in: buffer[..<count]).contains(name) || hasAppeared
        }
        if hasAppeared { onAppear() }
    }

    /// The names in a row of `struct inotify_event`: each a header of 16 bytes, the last four of them the size of the NUL-padded name that follows.
    private static func names(in events: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        var rest = events
        while rest.count > 16 {
            let size = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(16)
            names.append(String(decoding: rest.prefix(size).prefix { $0 != 0 }, as: UTF8.self))
            rest = rest.dropFirst(size)
        }
        return names
    }
}
