import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PanelMenu from 'resource:///org/gnome/shell/ui/panelMenu.js';

export default class TallylightExtension extends Extension {
    enable() {
        this._tallylight = new Tallylight(this.dir);
    }

    disable() {
        // Not called when the screen is locked (session mode unlock-dialog): an open microphone is to be seen, and can be paused, there too.
        this._tallylight.destroy();
        this._tallylight = null;
    }
}
