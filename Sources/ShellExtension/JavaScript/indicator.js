// What is seen: a mark and the time in the bar, and a menu with the rest.

/** The button in the bar with its menu. */
class Indicator {
    /**
     * @param {Gio.File} icons - the folder of the drawings
     * @param {Recorder} recorder - what the buttons are for
     * @param {boolean} isLocked - whether it is on the lock screen
     */
    constructor(icons, recorder, isLocked) {
        this._icons = icons;
        this._recorder = recorder;
        this._isLocked = isLocked;
        this._activity = null;
        this._tick = 0;
        this.button = new PanelMenu.Button(0.5, 'Tallylight');
        this.button.visible = false;
        this._fillBar();
        this._menu = new Menu(recorder);
        this.button.menu.box.add_child(this._menu.actor);
        this.button.menu.connect('open-state-changed', (_menu, isOpen) => this._menu.setOpen(isOpen));
        this.button.connect('notify::mapped', () => this._drawTime());
    }

    destroy() {
        this._stopTicking();
        this.button.destroy();
    }

    /** Goes to the lock screen, or comes back from it. */
    setLocked(isLocked) {
        if (isLocked === this._isLocked)
            return;
        this._isLocked = isLocked;
        this.button.menu.close();
        this.draw();
    }

    /** Draws what the recorder says now. */
    draw() {
        this._activity = this._recorder.activity;
        this.button.visible = isShown(this._activity, this._isLocked);
        if (this._activity !== null) {
            const {icon} = look(this._activity);
            this._icon.gicon = new Gio.FileIcon({file: this._icons.get_child(`tallylight-${icon}-symbolic.svg`)});
            this._icon.style_class = `system-status-icon tallylight-${icon}`;
            this._icon.opacity = icon === 'ready' ? 160 : 255;
            this._time.visible = isTakeOpen(this._activity);
            this._menu.draw(this._activity, this._isLocked);
        }
        this._drawTime();
    }

    _fillBar() {
        const bar = new St.BoxLayout({style_class: 'panel-status-indicators-box'});
        this._icon = new St.Icon({style_class: 'system-status-icon'});
        this._time = new St.Label({style_class: 'tallylight-time', y_align: Clutter.ActorAlign.CENTER});
        bar.add_child(this._icon);
        bar.add_child(this._time);
        this.button.add_child(bar);
    }

    /** Draws the time, and again at its next full second while it runs and somebody can see it. */
    _drawTime() {
        this._stopTicking();
        if (!this._activity || !this.button.mapped)
            return;
        const elapsed = elapsedAt(this._activity, GLib.get_monotonic_time());
        this._time.text = timeText(elapsed);
        this._menu.drawTime(this._time.text);
        this.button.accessible_name = spokenText(this._activity, elapsed);
        if (this._activity.state !== 'recording')
            return;
        this._tick = GLib.timeout_add(GLib.PRIORITY_DEFAULT, millisecondsToNextSecond(elapsed), () => {
            this._tick = 0;
            this._drawTime();
            return GLib.SOURCE_REMOVE;
        });
    }

    _stopTicking() {
        if (this._tick)
            GLib.source_remove(this._tick);
        this._tick = 0;
    }
}
