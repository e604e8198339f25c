// The extension from enable() to disable().

/** Everything there is while the extension is enabled. */
class Tallylight {
    /** @param {Gio.File} folder - where the extension is installed */
    constructor(folder) {
        this._recorder = new Recorder(() => this._indicator.draw());
        this._indicator = new Indicator(folder.get_child('icons'), this._recorder, isLocked());
        Main.panel.addToStatusArea('tallylight@tallylight.org', this._indicator.button);
        this._modeSignal = Main.sessionMode.connect('updated', () => this._indicator.setLocked(isLocked()));
    }

    /** Undoes all of it. */
    destroy() {
        Main.sessionMode.disconnect(this._modeSignal);
        this._recorder.destroy();
        this._indicator.destroy();
    }
}

/** Whether strangers may be looking: any mode that is neither the user's nor built on it. */
function isLocked() {
    return Main.sessionMode.currentMode !== 'user' && Main.sessionMode.parentMode !== 'user';
}
