// Run after words.js, in one script: what is shown, as tables.

let [checked, failed] = [0, 0];

function same(value, expected, what) {
    const [left, right] = [JSON.stringify(value), JSON.stringify(expected)];
    checked++;
    if (left === right)
        return;
    failed++;
    print(`${what}: ${left}, not ${right}`);
}

function activity(properties) {
    return activityFrom(name => properties[name]);
}

const SECOND = 1000000;
const MINUTE = 60 * SECOND;

for (const [time, text, spoken] of [
    [-5 * SECOND, '0:00', 'less than a minute'], [0, '0:00', 'less than a minute'], [SECOND - 1, '0:00', 'less than a minute'], [7 * SECOND, '0:07', 'less than a minute'],
    [MINUTE, '1:00', '1 minute'], [2 * MINUTE + 59 * SECOND, '2:59', '2 minutes'], [59 * MINUTE + 59 * SECOND, '59:59', '59 minutes'], [60 * MINUTE, '1:00:00', '1 hour'],
    [61 * MINUTE + 7 * SECOND, '1:01:07', '1 hour 1 minute'], [122 * MINUTE, '2:02:00', '2 hours 2 minutes'], [6000 * MINUTE, '100:00:00', '100 hours'],
]) {
    same(timeText(time), text, `the text of ${time}`);
    same(spokenTime(time), spoken, `the words of ${time}`);
}

// C077: the anchor is on the monotonic clock, whose value the shell reads; one that lies ahead adds nothing.
for (const [elapsed, anchor, now, time] of [[5, 0, 100, 5], [5, 90, 100, 15], [5, 110, 100, 5]])
    same(elapsedAt(activity({ElapsedUSec: elapsed, AnchorTimestampMonotonic: anchor}), now), time, `elapsed ${elapsed} with ${anchor} at ${now}`);

for (const [elapsed, wait] of [[0, 1000], [1, 1000], [250000, 750], [999001, 1], [999999, 1], [SECOND, 1000], [7 * SECOND + 400500, 600]])
    same(millisecondsToNextSecond(elapsed), wait, `the wait at ${elapsed}`);

const take = {Session: 's', AvailableCommands: ['toggle', 'start', 'pause', 'resume', 'finish', 'process', 'discard'], LastResult: {}, Kept: []};
const failedTake = {LastResult: {session: 'k', outcome: 'failed'}, Kept: ['j', 'k']};
const labels = (properties, isLocked) => offers(activity({...take, ...properties}), isLocked).map(offer => offer && [offer.label, offer.command, offer.session]);

for (const [properties, word, icon, open, locked] of [
    [{State: 'notRecording', Session: ''}, 'Not recording', 'ready', [['Record', 'start', ''], null, null], [null, null, null]],
    [{State: 'recording'}, 'Recording', 'recording', [['Pause', 'pause', 's'], ['Finish', 'finish', 's'], null], [['Pause', 'pause', 's'], null, null]],
    [{State: 'paused'}, 'Paused', 'paused', [['Resume', 'resume', 's'], ['Process', 'process', 's'], ['Discard', 'discard', 's']], [['Resume', 'resume', 's'], null, null]],
    [{State: 'paused', Interrupted: true, AvailableCommands: ['process', 'discard']}, 'Interrupted', 'attention', [null, ['Process', 'process', 's'], ['Discard', 'discard', 's']], [null, null, null]],
    [{State: 'processing', Progress: -1}, 'Turning speech into text', 'processing', [null, null, ['Discard', 'discard', 's']], [null, null, null]],
    [{State: 'processing', Progress: 0.426}, 'Turning speech into text: 42 %', 'processing', [null, null, ['Discard', 'discard', 's']], [null, null, null]],
    [{State: 'notRecording', Session: '', ...failedTake}, 'The recording has no text yet', 'attention', [['Record', 'start', ''], ['Try Again', 'process', 'k'], null], [null, null, null]],
    [{State: 'notRecording', Session: '', ...failedTake, Kept: ['j']}, 'Not recording', 'ready', [['Record', 'start', ''], null, null], [null, null, null]],
    [{State: 'silent', AvailableCommands: []}, 'The recorder does not answer', 'attention', [null, null, null], [null, null, null]],
    [{State: 'dreaming'}, 'Tallylight', 'ready', [null, null, null], [null, null, null]],
]) {
    const what = JSON.stringify(properties);
    same(look(activity({...take, ...properties})), {word, icon}, `the look of ${what}`);
    same(labels(properties, false), open, `the buttons of ${what}`);
    same(labels(properties, true), locked, `the buttons on the lock screen of ${what}`);
}

// C143: the lock screen shows open takes, and of them no text, no name and nothing that destroys.
for (const [state, isOnLockScreen] of [['notRecording', false], ['recording', true], ['paused', true], ['processing', true], ['silent', false], ['dreaming', false]]) {
    same(isShown(activity({State: state}), true), isOnLockScreen, `${state} on the lock screen`);
    same(isShown(activity({State: state}), false), true, `${state} in the bar`);
}
same(isShown(null, false), false, 'no recorder');

same(spokenText(activity({State: 'recording'}), 2 * MINUTE), 'Recording, 2 minutes', 'what is said of a recording');
same(spokenText(activity({State: 'paused', Interrupted: true}), 0), 'Interrupted, less than a minute', 'what is said of an interruption');
same(spokenText(activity({State: 'notRecording'}), 0), 'Not recording', 'what is said of rest');

for (const word of ['silence', 'clipping', 'lowDisk', 'inputLost', 'inputBack', 'storageFailed', 'gap', 'engineMissing', 'installing', 'installationFailed'])
    same(/^[A-Z].*\.$/.test(noticeText(activity({Notice: word}))), true, `a sentence for ${word}`);
same(noticeText(activity({Notice: 'unheard'})), '', 'an unknown notice');

same(sourceText(activity({State: 'recording', Title: 'Minutes', Source: 'Desk\u202e mic\n'})), 'Minutes\nDesk mic', 'title and source');
same(sourceText(activity({State: 'notRecording', Title: 'Minutes', Source: 'Desk mic'})), '', 'title and source at rest');

same(excerpt(' a\r\n\tb\u0007 c ', 80), 'a b c', 'white space and controls');
same(excerpt('😀'.repeat(5), 3), '😀😀😀…', 'a cut between characters');
same(excerpt('', 3), '', 'no text');
same(excerpt('a'.repeat(1 << 20), 240).length, 241, 'a long text');

// What another program that has the name may say.
const nonsense = activity({State: 7, Session: null, AvailableCommands: 'pause', ElapsedUSec: 'x', LastResult: [], Kept: {}, Interrupted: 'yes', Notice: 1});
same([nonsense.state, nonsense.session, nonsense.commands, nonsense.elapsed, nonsense.kept, nonsense.isInterrupted], ['', '', [], 0, [], false], 'nonsense');
same(look(nonsense).icon, 'ready', 'the look of nonsense');

print(`${checked} checks of what is shown, ${failed} failed`);
imports.system.exit(failed === 0 ? 0 : 1);
