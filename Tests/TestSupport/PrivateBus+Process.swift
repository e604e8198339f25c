// SPDX-License-Identifier: MIT

internal import EventLoop
public import Glibc

extension PrivateBus {
    /// Starts a program from the PATH.
    ///
    /// - Parameters:
    ///   - environment: what is added to, or replaces in, the environment of the tests.
    ///   - descriptors: which of our descriptors the child gets under which number.
    public static func spawn(_ command: [String], environment: [String: String] = [:], passing descriptors: [Int32: Int32] = [:]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (ours, theirs) in descriptors {
            posix_spawn_file_actions_adddup2(&actions, ours, theirs)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The loop's threads block all signals, and a child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pid = pid_t()
        let code = withStrings(command) { arguments in
            withStrings(merged(environment)) { variables in posix_spawnp(&pid, command[0], &actions, &attributes, arguments, variables) }
        }
        guard code == 0 else { throw PrivateBusError("\(command[0]) can't be started: errno \(code)") }
        return pid
    }

    /// Runs a program from the PATH to its end, on a thread of its own.
    public static func run(_ command: [String], environment: [String: String]) async throws -> ToolResult {
        let outcome: Result<ToolResult, PrivateBusError> = await WorkerThread(name: "tool").run {
            do { return .success(try runBlocking(command, environment)) } catch { return .failure(PrivateBusError("\(error)")) }
        }
        return try outcome.get()
    }

    private static func runBlocking(_ command: [String], _ environment: [String: String]) throws -> ToolResult {
        let (output, errors) = (try temporaryFile(), try temporaryFile())
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { [output, errors, nothing].forEach { _ = close($0) } }
        let pid = try spawn(command, environment: environment, passing: [nothing: 0, output: 1, errors: 2])
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        let signal = status & 0x7f
        return ToolResult(status: signal == 0 ? status >> 8 & 0xff : -signal, output: contents(output), errors: contents(errors))
    }

    private static func temporaryFile() throws -> Int32 {
        var template = Array("/tmp/tallylight-tool-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw PrivateBusError("no temporary file: errno \(errno)") }
        unlink(template)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        return file
    }

    private static func contents(_ file: Int32) -> String {
        let size = lseek(file, 0, SEEK_END)
        lseek(file, 0, SEEK_SET)
        return String(unsafeUninitializedCapacity: max(size, 0)) { max(read(file, $0.baseAddress, $0.count), 0) }
    }

    private static func merged(_ changes: [String: String]) -> [String] {
        var result: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if !changes.keys.contains(String(text.prefix { $0 != "=" })) { result.append(text) }
            next += 1
        }
        return result + changes.map { "\($0)=\($1)" }
    }

    private static func withStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
