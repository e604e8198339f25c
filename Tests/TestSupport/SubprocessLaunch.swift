// SPDX-License-Identifier: MIT

internal import Glibc

private typealias FileActions = UnsafeMutablePointer<posix_spawn_file_actions_t>

/// What glibc has and its Swift module leaves out.
private let changeDirectory = function("posix_spawn_file_actions_addchdir_np", as: (@convention(c) (FileActions, UnsafePointer<CChar>) -> Int32).self)
private let closeFrom = function("posix_spawn_file_actions_addclosefrom_np", as: (@convention(c) (FileActions, Int32) -> Int32).self)

private let makePipe = function("pipe2", as: (@convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32).self)

/// A pipe whose ends no child inherits by itself, not even one that another thread starts at this moment.
package func closeOnExecPipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(makePipe(&ends, O_CLOEXEC) == 0, "no descriptors are left for a pipe")
    return (ends[0], ends[1])
}

private func function<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = dlsym(nil, name) else { preconditionFailure("\(name) is missing: glibc 2.34 or newer is needed") }
    return unsafeBitCast(address, to: type)
}

/// All that `posix_spawn` is told about a child.
struct SubprocessLaunch: Sendable {
    var program: String
    var arguments: [String]
    var environment: [String: String]
    var directory: String?
    var streams: [SubprocessStream]
    var isSessionLeader: Bool

    /// A running child and the test's ends of its pipes.
    struct Started {
        var identifier: Int32
        var input: Int32?
        var output: Int32?
        var errors: Int32?
    }

    func spawn() throws -> Started {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let directory { _ = changeDirectory(&actions, directory) }
        var ours: [Int32?] = []
        var theirs: [Int32] = []
        for (index, stream) in streams.enumerated() {
            let number = Int32(index)
            let mine = plan(stream, as: number, &actions, theirs: &theirs)
            ours.append(mine)
        }
        // What other tests hold open must not live on in this child: a pipe's end would never come.
        _ = closeFrom(&actions, 3)
        defer { theirs.forEach { _ = close($0) } }
        do {
            return Started(identifier: try spawn(&actions), input: ours[0], output: ours[1], errors: ours[2])
        } catch {
            for case .some(let descriptor) in ours { _ = close(descriptor) }
            throw error
        }
    }

    /// Plans one standard descriptor; returns the test's end when it is a pipe.
    private func plan(_ stream: SubprocessStream, as number: Int32, _ actions: inout posix_spawn_file_actions_t, theirs: inout [Int32]) -> Int32? {
        switch stream {
        case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        case .closed: posix_spawn_file_actions_addclose(&actions, number)
        case .file(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        case .pipe:
            let pipe = closeOnExecPipe()
            let isInput = number == STDIN_FILENO
            theirs.append(isInput ? pipe.reader : pipe.writer)
            posix_spawn_file_actions_adddup2(&actions, isInput ? pipe.reader : pipe.writer, number)
            return isInput ? pipe.writer : pipe.reader
        }
        return nil
    }

    private func spawn(_ actions: inout posix_spawn_file_actions_t) throws -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // POSIX_SPAWN_SETSID, which needs _GNU_SOURCE to be seen; a session leader leads its group anyway.
        let group = isSessionLeader ? 0x80 : POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
        var inherited = environment
        if inherited["PATH"] == nil, let path = getenv("PATH") { inherited["PATH"] = String(cString: path) }
        let argumentVector = ([program] + arguments).map { strdup($0) } + [nil]
        let environmentVector = inherited.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argumentVector + environmentVector).forEach { free($0) } }
        var identifier: Int32 = 0
        let code = posix_spawn(&identifier, program, &actions, &attributes, argumentVector, environmentVector)
        guard code == 0 else { throw SubprocessError.notStarted(program: program, errno: code) }
        return identifier
    }
}
