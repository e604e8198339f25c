/* exported init, enable, disable */

const {Clutter, Gio, GLib, Pango, St} = imports.gi;
const Main = imports.ui.main;
const PanelMenu = imports.ui.panelMenu;
const Me = imports.misc.extensionUtils.getCurrentExtension();

let tallylight = null;

function init() {
}

function enable() {
    tallylight = new Tallylight(Me.dir);
}

function disable() {
    // Not called when the screen is locked (session mode unlock-dialog): an open microphone is to be seen, and can be paused, there too.
    tallylight.destroy();
    tallylight = null;
}
