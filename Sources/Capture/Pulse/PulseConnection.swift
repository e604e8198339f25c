// SPDX-License-Identifier: MIT

internal import CPulse
internal import Commanding
internal import EventLoop

/// A connection to the sound server, whichever libpulse finds or `PULSE_SERVER` names.
@LoopActor
final class PulseConnection {
    let context: OpaquePointer
    private let loop: PulseMainLoop
    private let opening = Reply<Void>()
    private(set) var isOpen = false

    /// Called once when the server is gone.
    var onLoss: (@LoopActor () -> Void)?
    private var sourceChanges: AsyncStream<Void>.Continuation?

    /// Connects by `deadline`.
    ///
    /// - Parameter server: the address as libpulse spells it; nil for the user's own.
    static func open(_ server: String?, on loop: PulseMainLoop, by deadline: MonotonicTime) async throws(RecordingError) -> PulseConnection {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        for (key, value) in [(PA_PROP_APPLICATION_ID, applicationID), (PA_PROP_APPLICATION_ICON_NAME, applicationID)] {
            pa_proplist_sets(properties, key, value)
        }
        guard let context = pa_context_new_with_proplist(loop.api, "Tallylight", properties) else { throw RecordingError(pulse: Int32(PA_ERR_INTERNAL.rawValue)) }
        let connection = PulseConnection(context, loop)
        do throws(RecordingError) {
            // No autospawn: it forks, and a desktop's sound server is started by its session.
            if pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 { throw connection.error }
            try await connection.opening.value(by: deadline, else: .serverSilent)
            return connection
        } catch {
            connection.close()
            throw error
        }
    }

    private static let applicationID = "org.tallylight.Tallylight"

    private init(_ context: OpaquePointer, _ loop: PulseMainLoop) {
        self.context = context
        self.loop = loop
        pa_context_set_state_callback(
            context, { PulseCallback.enter($1, as: PulseConnection.self) { $0.stateChanged() } }, Unmanaged.passUnretained(self).toOpaque())
        pa_context_set_subscribe_callback(
            context, { PulseCallback.enter($3, as: PulseConnection.self) { $0.sourceChanges?.yield() } }, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit {
        disconnect()
        pa_context_unref(context)
    }

    /// Leaves the server.
    ///
    /// Nothing is called any more; questions under way fail.
    func close() {
        onLoss = nil
        disconnect()
    }

    private func disconnect() {
        isOpen = false
        sourceChanges?.finish()
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
    }

    private func stateChanged() {
        switch pa_context_get_state(context) {
        case PA_CONTEXT_READY:
            isOpen = true
            opening.succeed(())
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            let wasOpen = isOpen
            isOpen = false
            sourceChanges?.finish()
            opening.fail(error)
            if wasOpen { onLoss?() }
        default:
            break
        }
    }

    /// The last error, which concerns the server and not a source.
    private var error: RecordingError { RecordingError(pulse: pa_context_errno(context)) }

    // MARK: Questions

    /// Asks the server something and waits for its answer.
    ///
    /// - Parameter question: starts the operation; gets the address of the ``PulseAnswer`` its callback is to fill.
    func ask(by deadline: MonotonicTime, _ question: @LoopActor (UnsafeMutableRawPointer) -> OpaquePointer?) async throws(RecordingError) -> PulseAnswer {
        let answer = PulseAnswer()
        loop.beginQuestion()
        defer { loop.endQuestion() }
        guard let operation = question(Unmanaged.passUnretained(answer).toOpaque()) else { throw error }
        defer { pa_operation_unref(operation) }
        // The callbacks come while the operation runs. It ends done, or cancelled with its connection, or by us here: never after this function.
        pa_operation_set_state_callback(
            operation, { _, userdata in PulseCallback.enter(userdata, as: PulseAnswer.self) { $0.isOver.succeed(()) } }, Unmanaged.passUnretained(answer).toOpaque())
        defer {
            pa_operation_set_state_callback(operation, nil, nil)
            pa_operation_cancel(operation)
        }
        try await answer.isOver.value(by: deadline, else: .serverSilent)
        guard pa_operation_get_state(operation) == PA_OPERATION_DONE else { throw error }
        return answer
    }

    /// Asks for the name of the default source.
    func defaultSource(by deadline: MonotonicTime) async throws(RecordingError) -> String {
        try await ask(by: deadline) {
            pa_context_get_server_info(
                context,
                { _, info, userdata in
                    let name = String(pulse: info?.pointee.default_source_name)
                    PulseCallback.enter(userdata, as: PulseAnswer.self) { $0.defaultSource = name }
                }, $0)
        }.defaultSource
    }

    /// Asks for all sources.
    func sources(by deadline: MonotonicTime) async throws(RecordingError) -> [PulseSource] {
        try await ask(by: deadline) {
            pa_context_get_source_info_list(
                context,
                { _, info, _, userdata in
                    guard let source = info.map({ PulseSource($0.pointee) }) else { return }
                    PulseCallback.enter(userdata, as: PulseAnswer.self) { $0.sources.append(source) }
                }, $0)
        }.sources
    }

    /// Begins to hear of sources that come, go or change.
    ///
    /// - Returns: an element for each, or for several that came at once; it ends with the connection. The newest reader gets them.
    func sourceChanges(by deadline: MonotonicTime) async throws(RecordingError) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        sourceChanges?.finish()
        sourceChanges = continuation
        _ = try await ask(by: deadline) { _ in pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SOURCE, nil, nil) }
        return changes
    }
}

extension PulseSource {
    nonisolated init(_ info: pa_source_info) {
        name = String(pulse: info.name)
        description = String(pulse: info.description)
        index = info.index
        isMonitor = info.monitor_of_sink != cpulse_invalid_index
    }
}

extension String {
    /// A text of libpulse, damaged parts repaired; empty when there is none.
    init(pulse text: UnsafePointer<CChar>?) {
        self = text.map { String(cString: $0) } ?? ""
    }
}
