// SPDX-License-Identifier: MIT

internal import Glibc

/// A wall clock that can be set, and a boot clock that can be put to sleep, for the programs that see them and for nobody else: a library that the linker loads before theirs
/// (ld.so(8)) adds to CLOCK_REALTIME and CLOCK_BOOTTIME what a shared page says.
///
/// The machine's own clocks cannot be stepped by a test, and no namespace holds one that can.
public struct SteppedClock: Sendable {
    private static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static const volatile long *step;

        __attribute__((constructor)) static void begin(void) {
            const char *path = getenv("STEPPED_CLOCK");
            int file = open(path ? path : "", O_RDONLY | O_CLOEXEC);
            if (file < 0) return;
            const void *page = mmap(NULL, 2 * sizeof *step, PROT_READ, MAP_SHARED, file, 0);
            if (page != MAP_FAILED) step = page;
            close(file);
        }

        int clock_gettime(clockid_t clock, struct timespec *time) {
            int code = (int)syscall(SYS_clock_gettime, clock, time);
            if (step && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += step[0];
            if (step && clock == CLOCK_BOOTTIME) time->tv_sec += step[1];
            return code;
        }

        time_t time(time_t *result) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (result) *result = now.tv_sec;
            return now.tv_sec;
        }

        int gettimeofday(struct timeval *restrict result, void *restrict zone) {
            struct timespec now;
            (void)zone;
            clock_gettime(CLOCK_REALTIME, &now);
            result->tv_sec = now.tv_sec;
            result->tv_usec = now.tv_nsec / 1000;
            return 0;
        }
        """

    private let folder = ScratchFolder()

    /// What programs need to see it.
    public var environment: [String: String] { ["LD_PRELOAD": folder.file("clock.so"), "STEPPED_CLOCK": folder.file("step")] }

    /// A clock that is right at first.
    public init() async throws {
        write(0, at: 0)
        write(0, at: 8)
        let compiler = try await Subprocess.start(
            "/usr/bin/cc", ["-std=gnu11", "-Wall", "-Werror", "-shared", "-fPIC", "-x", "c", "-", "-o", folder.file("clock.so")], input: .pipe)
        await compiler.write(Self.source)
        await compiler.closeInput()
        let result = try await compiler.finish()
        guard result.code == 0 else { throw DeskError("the clock could not be built: \(result.errors)") }
    }

    /// Has it go before the machine's by so many seconds.
    public func step(by seconds: Int) { write(seconds, at: 0) }

    /// Has the machine look as if it had been asleep for so many seconds: CLOCK_BOOTTIME went on, and CLOCK_MONOTONIC stood still.
    public func sleep(for seconds: Int) { write(seconds, at: 8) }

    private func write(_ value: Int, at offset: Int) {
        let file = open(folder.file("step"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        var value = value
        _ = pwrite(file, &value, 8, offset)
        close(file)
    }

    /// Sets it to so many seconds since 1970.
    public func set(to seconds: Int) { step(by: seconds - time(nil)) }
}
