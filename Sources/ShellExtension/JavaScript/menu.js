// The menu: state, time, microphone, the buttons, and the text of the last take.

/** What is in the menu of the indicator. */
class Menu {
    /** @param {Recorder} recorder - what the buttons are for */
    constructor(recorder) {
        this._recorder = recorder;
        this._isOpen = false;
        this._offers = [];
        this._wanted = '';
        this._text = '';
        this.actor = column('tallylight-menu');
        this._word = this._addLabel(this.actor, 'tallylight-word');
        this._time = this._addLabel(this.actor, 'tallylight-large-time');
        this._source = this._addLabel(this.actor, 'tallylight-faint');
        this._notice = this._addLabel(this.actor, 'tallylight-alarming');
        this._addButtons();
        this._error = this._addLabel(this.actor, 'tallylight-alarming');
        this._addResult();
        this._showText('');
        show(this._error, '');
    }

    /** Draws all but the time. */
    draw(activity, isLocked) {
        if (activity.state !== this._activity?.state || activity.session !== this._activity.session || isLocked !== this._isLocked)
            show(this._error, '');
        this._activity = activity;
        this._isLocked = isLocked;
        this._offers = offers(activity, isLocked);
        show(this._word, look(activity).word);
        show(this._source, isLocked ? '' : sourceText(activity));
        show(this._notice, isLocked ? '' : noticeText(activity));
        this._notice.style_class = activity.notice === 'installing' ? 'tallylight-faint' : 'tallylight-alarming';
        this._time.visible = isTakeOpen(activity);
        this._drawButtons();
        this._fetchText();
    }

    /** Draws the time. */
    drawTime(text) {
        this._time.text = text;
    }

    /** The text is fetched when the menu opens, and forgotten when it closes. */
    setOpen(isOpen) {
        this._isOpen = isOpen;
        if (isOpen)
            this._recorder.check();
        this._fetchText();
    }

    _addLabel(parent, styleClass) {
        const label = new St.Label({style_class: styleClass});
        label.clutter_text.set({line_wrap: true, line_wrap_mode: Pango.WrapMode.WORD_CHAR, ellipsize: Pango.EllipsizeMode.NONE});
        parent.add_child(label);
        return label;
    }

    _addButton(parent, clicked) {
        const button = new St.Button({style_class: 'button tallylight-button', can_focus: true, x_expand: true});
        button.connect('clicked', clicked);
        parent.add_child(button);
        return button;
    }

    _addButtons() {
        this._row = new St.BoxLayout({style_class: 'tallylight-buttons', x_expand: true});
        this._row.layout_manager.homogeneous = true;
        this.actor.add_child(this._row);
        this._buttons = [0, 1, 2].map(index => this._addButton(this._row, () => this._perform(this._offers[index])));
    }

    _addResult() {
        this._result = column('tallylight-result');
        this.actor.add_child(this._result);
        this._excerpt = this._addLabel(this._result, 'tallylight-text');
        this._addButton(this._result, () => St.Clipboard.get_default().set_text(St.ClipboardType.CLIPBOARD, this._text)).label = 'Copy';
    }

    /** A place without a button stays empty: no button moves to where another one was. */
    _drawButtons() {
        this._row.visible = this._offers.some(offer => offer !== null);
        this._buttons.forEach((button, index) => {
            const offer = this._offers[index];
            button.label = offer?.label ?? '';
            button.opacity = offer ? 255 : 0;
            button.reactive = button.can_focus = offer !== null;
        });
    }

    async _perform(offer) {
        show(this._error, '');
        try {
            await this._recorder.perform(offer);
        } catch (error) {
            if (!isCancelled(error))
                show(this._error, this._isLocked ? 'That did not work.' : errorText(error));
        }
    }

    /** Brings the text of the last take, once for each time the menu is open. */
    async _fetchText() {
        const {session, outcome} = this._activity?.result ?? {};
        const wanted = this._isOpen && !this._isLocked && outcome === 'transcribed' ? session : '';
        if (wanted === this._wanted)
            return;
        this._wanted = wanted;
        this._showText('');
        if (wanted === '')
            return;
        try {
            const text = await this._recorder.transcript(wanted);
            if (wanted === this._wanted)
                this._showText(text);
        } catch {
            // There is nothing to show, then; a recorder that does not answer shows as that.
        }
    }

    _showText(text) {
        this._text = text;
        this._result.visible = text !== '';
        this._excerpt.text = excerpt(text, 240);
    }
}

/** A widget whose children are below each other. */
function column(styleClass) {
    return new St.Widget({style_class: styleClass, x_expand: true, layout_manager: new Clutter.BoxLayout({orientation: Clutter.Orientation.VERTICAL})});
}

/** Shows a text, and no empty room where there is none. */
function show(label, text) {
    label.text = text;
    label.visible = text !== '';
}
