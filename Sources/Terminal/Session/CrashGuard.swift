// SPDX-License-Identifier: MIT

internal import Glibc

/// Gives the terminal back when the process dies of a bug: nobody should have to type `reset` blindly, and the message that says what broke should be readable.
///
/// A handler for the signals of a crash does what may be done in one: system calls on what was laid out before. Then the signal goes its way, to a core dump or a backtrace.
enum CrashGuard {
    private struct Plan {
        let input: Int32
        let output: Int32
        var modes: termios
        let leave: UnsafeMutableBufferPointer<UInt8>
        let heldErrors: Int32
        let errors: Int32
    }

    // Safety: written by `arm` and `disarm` only, which run on the event loop; the handler reads it once its thread has stopped doing anything else.
    nonisolated(unsafe) private static var plan: UnsafeMutablePointer<Plan>?

    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

    // Safety: as for `plan`; filled once, before the first handler is installed.
    nonisolated(unsafe) private static var before: UnsafeMutablePointer<sigaction>?

    /// From now on a crash gives the terminal its `modes` and its screen back, and standard error what `held` kept from it.
    static func arm(input: Int32, output: Int32, modes: termios, held: (reader: Int32, original: Int32)?) {
        disarm()
        let leave = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Control.leave.utf8.count)
        _ = leave.initialize(from: Control.leave.utf8)
        let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        plan.initialize(to: Plan(input: input, output: output, modes: modes, leave: leave, heldErrors: held?.reader ?? -1, errors: held?.original ?? -1))
        self.plan = plan
        installHandlers()
    }

    /// The terminal is as it was.
    static func disarm() {
        guard let plan else { return }
        self.plan = nil
        plan.pointee.leave.deallocate()
        plan.deallocate()
    }

    private static func installHandlers() {
        guard before == nil else { return }
        let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        self.before = before
        for number in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { CrashGuard.handle($0) }
            action.sa_flags = SA_ONSTACK
            sigaction(number, &action, before + Int(number))
        }
    }

    /// Runs in the signal handler: system calls only.
    private static func handle(_ number: Int32) {
        if let plan {
            self.plan = nil
            _ = write(plan.pointee.output, plan.pointee.leave.baseAddress, plan.pointee.leave.count)
            tcsetattr(plan.pointee.input, TCSANOW, &plan.pointee.modes)
            giveBackErrors(plan)
        }
        // What handled it before gets it as soon as this handler has returned.
        if let before { sigaction(number, before + Int(number), nil) }
        raise(number)
    }

    private static func giveBackErrors(_ plan: UnsafeMutablePointer<Plan>) {
        guard plan.pointee.heldErrors >= 0 else { return }
        dup2(plan.pointee.errors, STDERR_FILENO)
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
            var count = read(plan.pointee.heldErrors, buffer.baseAddress, buffer.count)
            while count > 0 {
                _ = write(STDERR_FILENO, buffer.baseAddress, count)
                count = read(plan.pointee.heldErrors, buffer.baseAddress, buffer.count)
            }
        }
    }
}
