// SPDX-License-Identifier: MIT

public import Commanding
public import EventLoop
internal import Glibc
internal import Localization

/// The live panel on a terminal, from the first frame to the last key.
///
/// It is the same in the recorder and in an attached client: it knows the recorder through ``RecordingCommanding`` only. It draws when something changed, on the second
/// while a take runs, and eight times a second where the level is on the screen; else it sleeps.
///
/// Signals belong to the program. What it does with those that concern the terminal: SIGWINCH calls ``windowChanged()``, SIGCONT ``resume()``, SIGINT ``interrupt()``, SIGHUP
/// ``end(_:)`` with ``TerminalEnding/hangup``; SIGTSTP must keep its default action. However the process ends, it calls ``restore()`` before.
@LoopActor
public final class TerminalSession {
    let commander: any RecordingCommanding
    let device: TerminalDevice
    let output: TerminalOutput
    let style: PanelStyle
    let stop: @LoopActor () -> Void
    var panel: Panel
    var parser = KeyParser()
    private var heldErrors: HeldErrors?
    private var inputWatch: DescriptorWatch?
    var redrawTimer: LoopTimer?
    var keyTimer: LoopTimer?
    private var activities: Task<Void, Never>?
    var commands: [Int: Task<Void, Never>] = [:]
    var text: Task<Void, Never>?
    var level: Task<Void, Never>?
    var isDrawDue = false
    var ending: TerminalEnding?
    private var runner: CheckedContinuation<Void, Never>?

    /// A session on a terminal that ``TerminalCheck`` has nothing against.
    ///
    /// - Parameters:
    ///   - commander: the recorder.
    ///   - role: whose terminal it is.
    ///   - input: the descriptor keys come from. The session opens its own on the same terminal.
    ///   - output: the descriptor the panel is drawn on.
    ///   - style: what the panel may look like.
    ///   - stop: stops the process, for Ctrl-Z, and returns when it was continued.
    public init(
        commander: any RecordingCommanding, role: TerminalRole, input: Int32 = 0, output: Int32 = 1, style: PanelStyle = .ofEnvironment,
        stop: @escaping @LoopActor () -> Void = TerminalSession.stopProcess
    ) {
        self.commander = commander
        self.style = style
        self.stop = stop
        device = TerminalDevice(input: input, output: output)
        self.output = TerminalOutput(device.output, style: style)
        panel = Panel(role: role, size: WindowSize(columns: 80, rows: 24))
    }

    /// Whose terminal it is; may change while it is shown, as when the bus is lost.
    public var role: TerminalRole {
        get { panel.role }
        set {
            panel.role = newValue
            invalidate()
        }
    }

    /// Shows the panel until the person leaves, or the terminal or the recorder is gone.
    ///
    /// A session runs once. When it returns, the terminal is as it was before. Cancelling the task detaches.
    public func run() async -> TerminalEnding {
        begin()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if self.ending == nil { runner = continuation } else { continuation.resume() }
            }
        } onCancel: {
            Loop.shared.enqueue { self.end(.detached) }
        }
        let ending = self.ending ?? .detached
        finish(ending)
        return ending
    }

    // MARK: What the program tells it

    /// Takes the window's new size, for SIGWINCH.
    public func windowChanged() {
        if let size = WindowSize(of: device.output), size != panel.size { receive(.resized(size)) }
    }

    /// Shows a sentence for a few seconds.
    public func say(_ sentence: String) { receive(.said(sentence)) }

    /// Does what Ctrl-C does, for a SIGINT from elsewhere.
    public func interrupt() { receive(.key(.interrupt)) }

    /// Stops the process and whatever it was started together with, as a shell's job, until it is continued.
    ///
    /// The kernel ignores it where no shell could continue the job.
    public static func stopProcess() { kill(0, SIGTSTP) }

    /// Ends the session.
    public func end(_ ending: TerminalEnding) {
        guard self.ending == nil else { return }
        self.ending = ending
        runner?.resume()
        runner = nil
    }

    /// Gives the terminal back as it was found, at any time, any number of times.
    public func restore() { leave() }

    /// Takes the terminal again after ``restore()`` or a stop, and draws everything.
    public func resume() {
        guard ending == nil else { return }
        enter()
    }

    // MARK: From begin to end

    private func begin() {
        output.onDrained = { [weak self] in self?.draw() }
        output.onFailure = { [weak self] in self?.end(.hangup) }
        enter()
        guard ending == nil else { return }
        inputWatch = DescriptorWatch(device.input, for: .readable) { [weak self] in self?.read($0) }
        activities = Loop.shared.task { [self] in
            do throws(RecordingError) {
                for await activity in try await commander.activities() {
                    receive(.activity(activity))
                }
                receive(.recorderEnded(nil))
            } catch {
                receive(.recorderEnded(error))
            }
        }
    }

    private func finish(_ ending: TerminalEnding) {
        inputWatch?.cancel()
        redrawTimer?.cancel()
        keyTimer?.cancel()
        for task in [activities, text, level] + commands.values.map({ $0 }) { task?.cancel() }
        leave(saying: farewell(ending))
    }

    private func farewell(_ ending: TerminalEnding) -> String? {
        let isOpen = panel.activity.map { $0.state != .notRecording } ?? false
        switch ending {
        case .lostRecorder(let error): return error?.message ?? Panel.recorderEnded
        case .background: return localized("The take goes on in the background. “tallylight” shows it again.")
        case .detached where isOpen: return localized("The take goes on. “tallylight” shows it again.")
        case .quit, .saveAndQuit, .detached, .hangup: return nil
        }
    }

    func enter() {
        guard device.makeRaw() else { return end(.hangup) }
        if heldErrors == nil { heldErrors = HeldErrors(onTerminal: device.output) }
        guardTerminal()
        output.restart(Control.enter)
        invalidate()
        windowChanged()
    }

    func leave(saying sentence: String? = nil) {
        guard device.isRaw else { return }
        let line = sentence.map { Glyphs($0).reduce(into: "") { $0 += $1.text } + "\r\n" } ?? ""
        output.finish(Control.leave + line)
        device.restoreModes()
        CrashGuard.disarm()
        heldErrors?.release()
        heldErrors = nil
    }

    private func guardTerminal() {
        guard let modes = device.saved else { return }
        let held = heldErrors.map { (reader: $0.reader, original: $0.original) }
        CrashGuard.arm(input: device.input, output: device.output, modes: modes, held: held)
    }
}
