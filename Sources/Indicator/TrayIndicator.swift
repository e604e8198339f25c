// SPDX-License-Identifier: MIT

public import Commanding
public import DBus
public import EventLoop
internal import Icons
internal import Localization

/// The recorder in the desktop's tray: an item (StatusNotifierItem) with a menu (dbusmenu), for whichever host shows them.
///
/// What is drawn are values, made of what is seen: an ``IndicatorFace`` and the rows of an ``IndicatorMenu``. This is all that acts. What hosts read is always one and the same moment: what was
/// told last. Changes that follow each other closely are told as one, for each makes every host read everything again; and time alone is told only beside the icon, once a second, while a
/// take is recording and a watcher has the item.
@LoopActor
public final class TrayIndicator {
    /// Changes that come within this time after one that was told are told together.
    private static let window = Duration.milliseconds(100)

    /// What is known.
    private var subject = IndicatorSubject(sight: .absent(RecordingError(.notRunning, "")))
    /// What hosts were told last.
    private(set) var face: IndicatorFace
    private(set) var menu = IndicatorMenu()
    /// The icons that can be asked for by their name.
    private(set) var installed: Set<StateIcon> = []

    let clicks: TrayClicks
    let now: @Sendable () -> MonotonicTime
    private let theme: IconTheme
    private let pace: WatcherRegistration.Pace
    private var connection: Connection?
    private var registration: WatcherRegistration?
    private var shellExtension: NameWatch?
    private var search: Task<Void, Never>?
    private var gathering: LoopTimer?
    private var tick: LoopTimer?
    private var toldLabel = ""
    /// The result whose text is known, or being fetched.
    private var fetched: TakeResult?
    private var fetch: Task<Void, Never>?

    /// An indicator that is nowhere yet.
    ///
    /// - Parameters:
    ///   - environment: the variables of the session, which say where icons and programs are.
    ///   - launch: starts a recorder on the bus that a connection leads to.
    ///   - quit: called when the user wants the indicator to end.
    public convenience init(
        environment: [String: String], launch: @escaping @LoopActor (Connection) async throws(RecordingError) -> Void, quit: @escaping @LoopActor () -> Void
    ) {
        self.init(environment: environment, launch: launch, quit: quit, pace: WatcherRegistration.Pace())
    }

    init(
        environment: [String: String], launch: @escaping @LoopActor (Connection) async throws(RecordingError) -> Void, quit: @escaping @LoopActor () -> Void,
        pace: WatcherRegistration.Pace, now: @escaping @Sendable () -> MonotonicTime = { MonotonicTime(microseconds: MonotonicClock.microseconds) }
    ) {
        theme = IconTheme(environment: environment)
        clicks = TrayClicks(programs: DesktopPrograms(environment: environment), launch: launch, quit: quit)
        self.pace = pace
        self.now = now
        face = IndicatorFace(subject)
        clicks.onTrouble = { [weak self] in self?.show(trouble: $0) }
    }

    // MARK: What is seen

    /// Is on the bus of `connection` from now on, as soon as it is known what to show; a former connection is closed already.
    ///
    /// - Parameter recorder: takes the commands of clicks.
    public func connect(to connection: Connection, commanding recorder: any RecordingCommanding) {
        leave()
        self.connection = connection
        clicks.connect(to: connection, commanding: recorder)
        connection.onClose { [weak self] in
            guard let self, self.connection === connection else { return }
            self.leave()
        }
    }

    /// Shows what is seen of the recorder.
    public func show(_ sight: RecorderSight) {
        if sight != subject.sight { subject.trouble = subject.loss(before: sight) }
        subject.sight = sight
        fetchText()
        if registration == nil, let connection, connection.isOpen { arrive(on: connection) } else { update() }
    }

    private func show(trouble: String?) {
        subject.trouble = trouble
        update()
    }

    /// Has the beginning of the last text, once it is there.
    private func fetchText() {
        guard let result = subject.activity?.lastResult, result.outcome == .transcribed, result != fetched, let recorder = clicks.recorder else { return }
        fetched = result
        fetch?.cancel()
        fetch = Loop.shared.task {
            let text = try? await recorder.transcript(of: result.session).text
            guard !Task.isCancelled else { return }
            // Asked for again when there is something new to show.
            guard let text, !text.isEmpty else {
                self.fetched = nil
                return
            }
            self.subject.text = IndicatorSubject.Text(text, at: result.transcriptPath)
            self.update()
        }
    }

    // MARK: The bus

    /// Puts item and menu on the bus, whole, before anybody hears of them.
    private func arrive(on connection: Connection) {
        face = IndicatorFace(subject)
        _ = menu.show(subject.rows)
        toldLabel = face.label(at: now())
        installed = theme.installed
        connection.export(itemObject)
        connection.export(menuObject)
        registration = WatcherRegistration(over: connection, pace: pace) { [weak self] in self?.watcherChanged() }
        search = Loop.shared.task { await self.lookForExtension(on: connection) }
    }

    private func lookForExtension(on connection: Connection) async {
        let watch = try? await connection.watch(IndicatorNames.shellExtension) { [weak self] in self?.show(elsewhere: $0.new != nil) }
        guard let watch, !Task.isCancelled else { return }
        shellExtension = watch
        show(elsewhere: watch.owner != nil)
    }

    private func show(elsewhere isShownElsewhere: Bool) {
        subject.isShownElsewhere = isShownElsewhere
        update()
    }

    private func leave() {
        registration?.cancel()
        registration = nil
        search?.cancel()
        shellExtension?.cancel()
        shellExtension = nil
        subject.isShownElsewhere = false
        connection = nil
        gathering?.cancel()
        scheduleTick()
    }

    private func watcherChanged() {
        // A host that comes reads everything: icons may have been installed meanwhile.
        installed = theme.installed
        scheduleTick()
    }

    // MARK: What is told

    /// Whether changes are held back, to be told together.
    var isGathering: Bool { gathering?.isPending == true }

    /// Tells what has changed, now or at the end of the time in which changes are gathered.
    private func update() {
        guard registration != nil, !isGathering else { return }
        tell()
    }

    private func tell() {
        let (before, after) = (face, IndicatorFace(subject))
        face = after
        let change = menu.show(subject.rows)
        guard before != after || change.isStructural || !change.updated.isEmpty || !change.removed.isEmpty else { return }
        tell(before, after)
        tell(change)
        tellLabel()
        scheduleTick()
        gathering = LoopTimer(after: Self.window) { [weak self] in self?.update() }
    }

    private func tell(_ before: IndicatorFace, _ after: IndicatorFace) {
        if (before.icon, before.description) != (after.icon, after.description) { emit("NewIcon") }
        if before.attention != after.attention { emit("NewAttentionIcon") }
        if before.title != after.title { emit("NewTitle") }
        if (before.headline, before.details) != (after.headline, after.details) { emit("NewToolTip") }
        if before.status != after.status { emit("NewStatus", [.string(after.status.rawValue)]) }
    }

    private func tell(_ change: IndicatorMenu.Change) {
        if !change.updated.isEmpty || !change.removed.isEmpty {
            let removed = change.removed.map { Value.structure([.int32($0.id), .strings($0.names)]) }
            connection?.emit("ItemsPropertiesUpdated", [.items(change.updated), .array(of: "(ias)", removed)], of: IndicatorNames.menuInterface, on: IndicatorNames.menu)
        }
        if change.isStructural {
            connection?.emit("LayoutUpdated", [.uint32(menu.revision), .int32(0)], of: IndicatorNames.menuInterface, on: IndicatorNames.menu)
        }
    }

    private func tellLabel() {
        let label = face.label(at: now())
        guard label != toldLabel else { return }
        toldLabel = label
        emit("XAyatanaNewLabel", [.string(label), .string(IndicatorFace.widestLabel)])
    }

    private func emit(_ signal: MemberName, _ arguments: [Value] = []) {
        connection?.emit(signal, arguments, of: IndicatorNames.itemInterface, on: IndicatorNames.item)
    }

    // MARK: Time

    /// Waits for the next second of the take's own time, if anybody may see it pass.
    private func scheduleTick() {
        tick?.cancel()
        tick = nil
        guard registration?.isRegistered == true, let timer = face.timer, timer.anchor != nil else { return }
        let elapsed = timer.elapsed(at: now()).wholeMicroseconds
        tick = LoopTimer(after: .microseconds(1_000_000 - elapsed % 1_000_000)) { [weak self] in
            self?.tellLabel()
            self?.scheduleTick()
        }
    }
}
