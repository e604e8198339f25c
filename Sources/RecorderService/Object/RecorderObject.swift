// SPDX-License-Identifier: MIT

public import Commanding
internal import DBus
public import EventLoop
public import Recording

/// The recorder on the bus: what it published last, and what it sends when that changes.
///
/// It stays the same through all connections, and shows what the recorder reports with and without one: whoever reads it after the bus was away reads the truth.
///
/// Invariant: a property is read as it was announced last. So each transition is one `PropertiesChanged` with all that differs, and it is on its way before the command that caused
/// the transition is answered, for the recorder reports first and answers then, and a connection keeps the order.
@LoopActor
public final class RecorderObject: Reporting {
    private static let progress: MemberName = "Progress"

    let version: String
    /// What was announced last.
    private var shown: Activity
    private var connection: Connection?
    private var pace = ProgressPace()
    /// A progress that came too soon after the one before it, and the timer it waits for.
    private var held: (activity: Activity, timer: LoopTimer)?

    /// The object of a recorder that shows `activity` now.
    public nonisolated init(showing activity: Activity, version: String) {
        self.version = version
        shown = activity
    }

    // MARK: Reporting

    /// The recorder shows `activity` from now on.
    public nonisolated func report(_ activity: Activity) {
        LoopActor.assumeIsolated { publish(activity) }
    }

    /// A processing has ended.
    public nonisolated func report(_ result: TakeResult) {
        LoopActor.assumeIsolated { emit("Finished", [.string(result.session.rawValue), .string(result.outcome.rawValue), .options(result.options)]) }
    }

    /// Something a person should know has come up in the open take.
    public nonisolated func report(_ notice: Notice, _ details: NoticeDetails, session: SessionID) {
        LoopActor.assumeIsolated { emit("Warning", [.string(session.rawValue), .string(notice.rawValue), .options(details.options)]) }
    }

    // MARK: Serving

    /// Answers and announces over `connection` from now on; nil for nowhere.
    func serve(_ recorder: any RecordingCommanding, over connection: Connection?) {
        self.connection = connection
        connection?.export(busObject(commanding: recorder))
    }

    /// What the property at `index` of ``ActivityProperty/all`` was announced with.
    func value(at index: Int) -> Value { ActivityProperty.all[index].encode(shown) }

    private func publish(_ activity: Activity) {
        let (before, all) = (shown, ActivityProperty.all)
        var changed: [MemberName] = []
        changed.reserveCapacity(all.count)
        for index in all.indices where all[index].differs(before, activity) {
            changed.append(all[index].name)
        }
        let isProgress = changed == [Self.progress]
        if isProgress, let delay = pace.delay(at: MonotonicClock.microseconds) {
            let timer = held?.timer ?? LoopTimer(after: delay) { [weak self] in self?.publishHeld() }
            held = (activity, timer)
            return
        }
        held?.timer.cancel()
        held = nil
        guard !changed.isEmpty else { return }
        shown = activity
        if isProgress { pace.sent(at: MonotonicClock.microseconds) }
        connection?.emitPropertiesChanged(changed, of: RecorderNames.interface, on: RecorderNames.path)
    }

    private func publishHeld() {
        guard let activity = held?.activity else { return }
        held = nil
        publish(activity)
    }

    private func emit(_ signal: MemberName, _ arguments: [Value]) {
        connection?.emit(signal, arguments, of: RecorderNames.interface, on: RecorderNames.path)
    }
}
