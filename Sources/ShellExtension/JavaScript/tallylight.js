// The extension from enable() to disable().

/** Everything there is while the extension is enabled. */
class Tallylight {
    /** @param {Gio.File} folder - where the extension is installed */
    constructor(folder) {
        this._recorder = new Recorder(() => this._indicator.draw());
        this._indicator = new Indicator(folder.get_child('icons'), this._recorder, isLocked());
        Main.panel.addToStatusArea('tallylight@tallylight.org', this._indicator.button);
        // The item in a tray of GNOME's own would be the same thing twice: it hides while this name is owned.
        this._name = Gio.bus_own_name(Gio.BusType.SESSION, 'org.tallylight.ShellExtension1', Gio.BusNameOwnerFlags.NONE, null, null, null);
        this._modeSignal = Main.sessionMode.connect('updated', () => this._indicator.setLocked(isLocked()));
    }

    /** Undoes all of it. */
    destroy() {
        Main.sessionMode.disconnect(this._modeSignal);
        Gio.bus_unown_name(this._name);
        this._recorder.destroy();
        this._indicator.destroy();
    }
}

/** Whether strangers may be looking: any mode that is neither the user's nor built on it. */
function isLocked() {
    return Main.sessionMode.currentMode !== 'user' && Main.sessionMode.parentMode !== 'user';
}
