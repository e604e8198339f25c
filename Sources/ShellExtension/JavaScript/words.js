// What is shown, as pure functions of what the recorder says.

/**
 * All that is drawn of a recorder.
 *
 * @typedef {object} Activity
 * @property {string} state - notRecording, recording, paused, processing, or a word of a later recorder
 * @property {string} session - the open take, or empty
 * @property {string[]} commands - what would change something now
 * @property {number} elapsed - the time of the take up to the anchor, in microseconds
 * @property {number} anchor - since when it counts on, in microseconds of the monotonic clock; 0 when it stands
 * @property {number} progress - how far the processing is, 0 to 1; -1 when nobody knows
 * @property {boolean} isInterrupted - whether the system paused the take
 * @property {string} notice - a word for what a person should know, or empty
 * @property {string} source - the microphone
 * @property {string} title - the name of the take, or empty
 * @property {string[]} kept - takes that wait to be processed or discarded
 * @property {{session: string, outcome: string}} result - what became of the last take
 */

/**
 * What a button does: it sends `command` for the take it was drawn for.
 *
 * @typedef {{label: string, command: string, session: string}} Offer
 */

/** Something owns the recorder's name and says nothing. */
const SILENT = activityFrom(name => name === 'State' ? 'silent' : undefined);

const SENTENCES = {
    silence: 'The microphone delivers nothing but silence. Check that it isn\'t muted.',
    clipping: 'The sound is so loud that it breaks. Speak from further away, or turn the microphone down.',
    lowDisk: 'The disk is nearly full. Free some space, or finish the take soon.',
    inputLost: 'The microphone was taken away, so the take is paused. Connect it again, or go on with another, and resume.',
    inputBack: 'The microphone is there again. The take is paused until you resume it.',
    storageFailed: 'The disk takes no more of the sound, so the take is paused. What was written is kept: check the disk, then resume, or finish the take.',
    gap: 'Some of the sound never arrived: the take has a gap. The rest is kept.',
    engineMissing: 'No speech engine can be used, so takes are kept as audio. Process one to read why.',
    installing: 'A speech engine is being installed. Takes are processed as soon as it is there.',
    installationFailed: 'The speech engine could not be installed. Check the network and the room on the disk: it is tried again with the next take.',
};

/**
 * Where each state has its buttons: what destroys is always the third, where no second click on another button can meet it.
 *
 * @type {Object<string, Array<?[string, string]>>}
 */
const BUTTONS = {
    notRecording: [['Record', 'start'], null, null],
    recording: [['Pause', 'pause'], ['Finish', 'finish'], null],
    paused: [['Resume', 'resume'], ['Process', 'process'], ['Discard', 'discard']],
    processing: [null, null, ['Discard', 'discard']],
};

/**
 * Reads an activity; what is missing, or isn't what the interface says, counts as nothing.
 *
 * @param {function(string): *} read - the value of a property of the recorder
 * @returns {Activity}
 */
function activityFrom(read) {
    const value = (name, fallback) => {
        const found = read(name);
        return typeof found === typeof fallback && Array.isArray(found) === Array.isArray(fallback) ? found : fallback;
    };
    const result = value('LastResult', {});
    return {
        state: value('State', ''),
        session: value('Session', ''),
        commands: value('AvailableCommands', []),
        elapsed: value('ElapsedUSec', 0),
        anchor: value('AnchorTimestampMonotonic', 0),
        progress: value('Progress', -1),
        isInterrupted: value('Interrupted', false),
        notice: value('Notice', ''),
        source: value('Source', ''),
        title: value('Title', ''),
        kept: value('Kept', []),
        result: {session: result.session ?? '', outcome: result.outcome ?? ''},
    };
}

/** Whether a take is open, so that there is a time to show. */
function isTakeOpen(activity) {
    return ['recording', 'paused', 'processing'].includes(activity.state);
}

/** The time of the take at `now`, in microseconds; an anchor that lies ahead adds nothing. */
function elapsedAt(activity, now) {
    return activity.elapsed + (activity.anchor > 0 ? Math.max(now - activity.anchor, 0) : 0);
}

/** How long a time that is `elapsed` microseconds now takes to its next full second, in milliseconds. */
function millisecondsToNextSecond(elapsed) {
    return Math.ceil((1000000 - elapsed % 1000000) / 1000);
}

/** The time as every display shows it: `0:07`, and `1:00:07` from one hour on. */
function timeText(microseconds) {
    const seconds = Math.floor(Math.max(microseconds, 0) / 1000000);
    const two = number => `${number}`.padStart(2, '0');
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The time as it is said aloud, which changes once a minute. */
function spokenTime(microseconds) {
    const minutes = Math.floor(Math.max(microseconds, 0) / 60000000);
    const count = (number, one, many) => number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
    const parts = [...count(Math.floor(minutes / 60), 'hour', 'hours'), ...count(minutes % 60, 'minute', 'minutes')];
    return parts.join(' ') || 'less than a minute';
}

/** What a screen reader says of the indicator. */
function spokenText(activity, elapsed) {
    const {word} = look(activity);
    return isTakeOpen(activity) ? `${word}, ${spokenTime(elapsed)}` : word;
}

/**
 * The word and the drawing for what the recorder does.
 *
 * @returns {{word: string, icon: string}}
 */
function look(activity) {
    switch (activity.state) {
    case 'notRecording':
        return hasFailed(activity) ? {word: 'The recording has no text yet', icon: 'attention'} : {word: 'Not recording', icon: 'ready'};
    case 'recording':
        return {word: 'Recording', icon: 'recording'};
    case 'paused':
        return activity.isInterrupted ? {word: 'Interrupted', icon: 'attention'} : {word: 'Paused', icon: 'paused'};
    case 'processing':
        return {word: processingText(activity.progress), icon: 'processing'};
    case 'silent':
        return {word: 'The recorder does not answer', icon: 'attention'};
    default:
        return {word: 'Tallylight', icon: 'ready'};
    }
}

function processingText(progress) {
    return progress < 0 ? 'Turning speech into text' : `Turning speech into text: ${Math.floor(Math.min(progress, 1) * 100)} %`;
}

/** Whether the last take is kept because its processing failed. */
function hasFailed({result, kept}) {
    return result.outcome === 'failed' && kept.includes(result.session);
}

/** Whether there is anything to show; the lock screen shows open takes only. */
function isShown(activity, isLocked) {
    return activity !== null && (!isLocked || isTakeOpen(activity));
}

/**
 * What the three buttons offer, null where there is none.
 *
 * @returns {Array<?Offer>}
 */
function offers(activity, isLocked) {
    const [first, second, third] = (BUTTONS[activity.state] ?? [null, null, null]).map(button => {
        const [label, command] = button ?? [];
        const isOffered = activity.commands.includes(command) && (!isLocked || ['pause', 'resume'].includes(command));
        return isOffered ? {label, command, session: activity.session} : null;
    });
    const again = !isLocked && activity.state === 'notRecording' && hasFailed(activity);
    return [first, again ? {label: 'Try Again', command: 'process', session: activity.result.session} : second, third];
}

/** What a person should know now, as a sentence; empty when there is nothing, or no word for it is known. */
function noticeText(activity) {
    return SENTENCES[activity.notice] ?? '';
}

/** What the take is called, and what it comes from. */
function sourceText(activity) {
    return isTakeOpen(activity) ? [activity.title, activity.source].filter(text => text !== '').map(text => excerpt(text, 80)).join('\n') : '';
}

/** The beginning of a text in one line, without what would turn the direction of what follows. */
function excerpt(text, limit) {
    const line = text.slice(0, 4 * limit).replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
    const characters = Array.from(line);
    return characters.length > limit || text.length > 4 * limit ? `${characters.slice(0, limit).join('')}…` : line;
}
