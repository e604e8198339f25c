// What the module of the extension finds of GNOME Shell where there is none: actors that are plain objects, and just so much of them as it uses.

class Emitter {
    constructor() {
        this._handlers = new Map();
        this._last = 0;
    }

    connect(signal, handler) {
        this._handlers.set(++this._last, [signal, handler]);
        return this._last;
    }

    disconnect(id) {
        if (!this._handlers.delete(id))
            throw new Error(`there is no handler ${id}`);
    }

    emit(signal, ...values) {
        [...this._handlers.values()].filter(([name]) => name === signal).forEach(([, handler]) => handler(this, ...values));
    }

    get handlerCount() {
        return this._handlers.size;
    }
}

class Actor extends Emitter {
    constructor(properties = {}) {
        super();
        this.children = [];
        this.visible = true;
        Object.assign(this, properties);
    }

    add_child(child) {
        this.children.push(child);
    }

    /** A frame is drawn at once: what is visible can be seen. */
    get mapped() {
        return this.visible && !this.isDestroyed;
    }

    destroy() {
        this.isDestroyed = true;
        this.children.forEach(child => child.destroy());
    }
}

class Label extends Actor {
    clutter_text = {set: properties => Object.assign(this, properties)};
}

class BoxLayout extends Actor {
    layout_manager = {};
}

const clipboard = {set_text: (_type, text) => { clipboard.text = text; }};

export const St = {Widget: Actor, BoxLayout, Label, Icon: Actor, Button: Actor, ClipboardType: {CLIPBOARD: 1}, Clipboard: {get_default: () => clipboard}};
export const Clutter = {ActorAlign: {CENTER: 2}, Orientation: {VERTICAL: 1}, BoxLayout: class {}};
export const Pango = {EllipsizeMode: {NONE: 0}, WrapMode: {WORD_CHAR: 2}};

export class Button extends Actor {
    constructor(_alignment, name) {
        super({accessible_name: name});
        this.menu = new Actor({box: new Actor(), close: () => this.menu.emit('open-state-changed', false)});
    }
}

export const panel = {
    statusArea: {},
    addToStatusArea(role, button) {
        if (this.statusArea[role] && !this.statusArea[role].isDestroyed)
            throw new Error(`there is a ${role} already`);
        this.statusArea[role] = button;
    },
};

export const sessionMode = Object.assign(new Emitter(), {currentMode: 'user', parentMode: null});

export class Extension {
    constructor(metadata, dir) {
        Object.assign(this, {metadata, dir, path: dir.get_path(), uuid: metadata.uuid});
    }
}
