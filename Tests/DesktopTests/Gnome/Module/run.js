// Loads the extension as GNOME Shell does, and does what it is told, a word a line: on, off, lock, unlock, open, press LABEL, show.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import TallylightExtension from './module.js';
import {panel, sessionMode, St} from './stubs.js';

const timers = new Set();
const [add, remove] = [GLib.timeout_add, GLib.source_remove];
GLib.timeout_add = (priority, interval, body) => {
    const id = add(priority, interval, () => {
        const goesOn = body();
        if (!goesOn)
            timers.delete(id);
        return goesOn;
    });
    timers.add(id);
    return id;
};
GLib.source_remove = id => {
    timers.delete(id);
    return remove(id);
};

const folder = Gio.File.new_for_path(ARGV[0]);
const extension = new TallylightExtension({uuid: 'tallylight@tallylight.org'}, folder);

const button = () => panel.statusArea['tallylight@tallylight.org'];
const actors = actor => [actor, ...actor.children.flatMap(actors)];
const isSeen = (actor, root) => root.visible && (root === actor || root.children.some(child => isSeen(actor, child)));

function state() {
    if (!button() || button().isDestroyed)
        return `off, ${timers.size} timers, ${sessionMode.handlerCount} handlers`;
    if (!button().visible)
        return 'hidden';
    const [icon, time] = button().children[0].children;
    const box = button().menu.box;
    const texts = actors(box).filter(actor => actor.text && isSeen(actor, box)).map(actor => actor.text);
    const labels = actors(box).filter(actor => actor instanceof St.Button && actor.label && actor.opacity !== 0 && isSeen(actor, box)).map(actor => actor.label);
    const drawing = icon.gicon.file.get_basename().replace(/tallylight-|-symbolic.svg/g, '');
    return `${drawing}${time.visible ? ` ${time.text}` : ''} | ${texts.join(' / ')} | ${labels.join(', ')} | ${button().accessible_name}`;
}

const words = {
    on: () => extension.enable(),
    off: () => extension.disable(),
    lock: () => setMode('unlock-dialog'),
    unlock: () => setMode('user'),
    open: () => button().menu.emit('open-state-changed', true),
    press: label => actors(button().menu.box).find(actor => actor.label === label).emit('clicked'),
    show: () => print(state()),
};

function setMode(mode) {
    sessionMode.currentMode = mode;
    sessionMode.emit('updated');
}

const loop = new GLib.MainLoop(null, false);
const input = new Gio.DataInputStream({base_stream: new Gio.UnixInputStream({fd: 0, close_fd: false})});

function listen() {
    input.read_line_async(GLib.PRIORITY_LOW, null, (_, result) => {
        const [line] = input.read_line_finish_utf8(result);
        if (line === null) {
            loop.quit();
            return;
        }
        const [word, ...rest] = line.split(' ');
        words[word](rest.join(' '));
        listen();
    });
}

listen();
loop.run();
