// The recorder, as a client of its bus interface sees it.

const RECORDER = 'org.tallylight.Recorder1';

/** How long an answer may take, in milliseconds: a start waits for the microphone, the rest for nothing. */
const PATIENCE = {command: 5000, question: 2000};

/**
 * Follows the recorder while one runs, and never starts one.
 *
 * Nothing here waits: a recorder that is stopped or hangs costs the shell nothing, and is told from one that is there.
 */
class Recorder {
    /** @param {function()} changed - called when `activity` may have another value */
    constructor(changed) {
        this._changed = changed;
        this._isSilent = false;
        this._proxy = null;
        this._signals = [];
        this._cancellable = new Gio.Cancellable();
        // The proxy is there when it has asked a running recorder for its properties; where none runs, at once.
        this._silence = GLib.timeout_add(GLib.PRIORITY_DEFAULT, PATIENCE.question, () => {
            this._silence = 0;
            this._setSilent(true);
            return GLib.SOURCE_REMOVE;
        });
        Gio.DBusProxy.new_for_bus(
            Gio.BusType.SESSION, Gio.DBusProxyFlags.DO_NOT_AUTO_START, null, RECORDER, '/org/tallylight/Recorder1', RECORDER, this._cancellable,
            (_source, result) => this._opened(result));
    }

    /** Lets go of the bus; nothing is called any more. */
    destroy() {
        this._cancellable.cancel();
        this._stopWaiting();
        this._signals.forEach(id => this._proxy.disconnect(id));
        this._proxy = null;
    }

    /**
     * What it does, or null when none runs.
     *
     * @returns {?Activity}
     */
    get activity() {
        if (this._isSilent)
            return SILENT;
        if (!this._proxy?.g_name_owner)
            return null;
        return activityFrom(name => this._proxy.get_cached_property(name)?.recursiveUnpack());
    }

    /**
     * Has it do something for the take that was shown.
     *
     * @param {Offer} offer - what the button says
     */
    async perform({command, session}) {
        const options = {session: new GLib.Variant('s', session)};
        await this._call('Perform', new GLib.Variant('(sa{sv})', [command, options]), PATIENCE.command);
    }

    /** The text of a take. */
    async transcript(session) {
        const [text] = (await this._call('GetTranscript', new GLib.Variant('(s)', [session]), PATIENCE.question)).deepUnpack();
        return text;
    }

    /** Asks whether it still answers; what it says is news only when it has been silent. */
    async check() {
        if (!this._proxy?.g_name_owner)
            return;
        try {
            const [properties] = (await this._call('org.freedesktop.DBus.Properties.GetAll', new GLib.Variant('(s)', [RECORDER]), PATIENCE.question)).deepUnpack();
            Object.entries(properties).forEach(([name, value]) => this._proxy.set_cached_property(name, value));
            this._setSilent(false);
        } catch (error) {
            if (isTimeout(error))
                this._setSilent(true);
        }
    }

    _opened(result) {
        try {
            this._proxy = Gio.DBusProxy.new_for_bus_finish(result);
        } catch {
            // Cancelled, or the session bus is gone, and the shell with it.
            return;
        }
        this._stopWaiting();
        this._signals = ['g-properties-changed', 'notify::g-name-owner'].map(signal => this._proxy.connect(signal, () => this._heard()));
        this._heard();
    }

    /** A recorder that says something answers; one that has not said all is asked for it. */
    _heard() {
        const isIncomplete = this._proxy.g_name_owner !== null && this._proxy.get_cached_property('Session') === null;
        this._setSilent(isIncomplete);
        if (isIncomplete)
            this.check();
    }

    _setSilent(isSilent) {
        this._isSilent = isSilent;
        this._changed();
    }

    _stopWaiting() {
        if (this._silence)
            GLib.source_remove(this._silence);
        this._silence = 0;
    }

    _call(method, parameters, limit) {
        return new Promise((resolve, reject) => {
            this._proxy.call(method, parameters, Gio.DBusCallFlags.NO_AUTO_START, limit, this._cancellable, (proxy, result) => {
                try {
                    resolve(proxy.call_finish(result));
                } catch (error) {
                    reject(error);
                }
            });
        });
    }
}

/** Whether nothing was answered in time. */
function isTimeout(error) {
    return error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.TIMED_OUT) || error.matches(Gio.DBusError, Gio.DBusError.NO_REPLY);
}

/** Whether it was taken back, by disable(). */
function isCancelled(error) {
    return error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED);
}

/** What went wrong, as a sentence: the recorder's own where it gave one. */
function errorText(error) {
    if (isTimeout(error))
        return 'The recorder does not answer.';
    Gio.DBusError.strip_remote_error(error);
    return excerpt(error.message, 240);
}
