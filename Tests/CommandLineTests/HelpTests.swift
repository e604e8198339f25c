// SPDX-License-Identifier: MIT

import Testing

@testable import CommandLine

@Suite("Help")
struct HelpTests {
    @Test
    func `the overview lists every command, flag and exit code`() {
        let text = """
            Usage: tallylight [COMMAND] [FLAGS]

            Open the panel: of the running recorder, or of one that is started here.

            Microphone, language and engine are for a recorder that is started here. Leaving
            the panel of a running recorder changes nothing for it; a recorder that was
            started here asks what is to become of an open take.

            Commands:
              toggle             Start, pause or resume: the main button.
              process            End the paused take and turn it into text.
              discard            Throw the paused take away, or cancel the processing.
              start              Start a take; nothing changes while one is recording.
              pause              Pause the take; nothing changes while it is paused.
              resume             Resume the paused take; nothing changes while it is
                                 recording.
              finish             End the take, recording or paused, and turn it into text.
              status             Print what the recorder is doing.
              watch              Print a line now and for each change.
              transcript         Print the text of a take: of the last one, or of the one
                                 named.
              title              Name the open take, or a kept one by its session.
              language           Say in which language the open take, or a kept one, is
                                 spoken.
              recover            Bring a discarded take back: the last one, or the one
                                 named.
              quit               End the recorder, and wait until it has ended.
              engines            List the speech engines, with how to get those that are
                                 missing.
              transcribe         Turn the speech in a sound file into text, without a
                                 recorder.
              indicator          Show the recorder in the desktop's tray, until the session
                                 ends.
              serve              Become the recorder, without a panel.
              install-extension  Install the extension for GNOME Shell, and switch it on.
              help               Print this list, or all about one command.
              version            Print the version.

            Flags without a command:
                  --device NAME   Record from this microphone, by the name the sound server
                                  has for it.
                  --language TAG  The language that is spoken, such as en or de-CH.
                  --engine NAME   Turn speech into text with this engine instead of the best
                                  there is.
                  --window        Open a terminal window for the panel.

            Flags of every command:
              -h, --help     Print help and do nothing else.
              -V, --version  Print the version and do nothing else.

            Exit codes:
              0      done
              1      failed; also when there is no session bus
              2      the command line has no meaning
              3      refused: wrong state, stale session, or a second recorder
              4      no recorder is running
              5      a recorder is running but does not answer
              128+n  ended by signal n

            “tallylight COMMAND --help” tells all about a command.

            A flag without a value is taken back by “--no-” before its name; of two that
            contradict each other the last counts.
            """
        #expect(HelpText.page(.panel, of: .client) == text)
    }

    @Test
    func `a command's page has its flags and the keys of its JSON`() {
        let text = """
            Usage: tallylight status [--format plain|json|waybar|i3blocks|polybar|tmux]
                                     [--json]

            Print what the recorder is doing.

            Starts nothing: exit code 4 when no recorder is running. The formats for bars
            have a line for that, and exit code 0.

            Flags:
                  --format plain|json|waybar|i3blocks|polybar|tmux
                             How to print: a line for people, a JSON object, or what a bar
                             of that name wants.
                  --json     Print JSON.
              -h, --help     Print help and do nothing else.
              -V, --version  Print the version and do nothing else.

            JSON, on one line:
              state                       “notRecording”, “recording”, “paused” or
                                          “processing”
              session                     the open take; empty when none is open
              available_commands          the commands that would change something now
              elapsed_usec                the take's time up to the anchor, in microseconds
              anchor_timestamp_monotonic  since when the time counts on, in microseconds of
                                          CLOCK_MONOTONIC; null while it stands
              current_usec                the time when this was printed, in microseconds,
                                          for those who don't count themselves
              started_timestamp           when the take was started, in microseconds since
                                          1970 UTC; null when none is open
              progress                    how far the processing is, 0 to 1; null when
                                          nobody knows
              interrupted                 whether the system paused the take, not the user
              notice                      what a person should know: “silence”, “clipping”,
                                          “lowDisk”, “inputLost”, “inputBack”,
                                          “storageFailed”, “gap”, “engineMissing”,
                                          “installing” or “installationFailed”; null when
                                          there is nothing
              source                      the microphone; null when no take is open
              title                       the name the user gave the take; null when it has
                                          none
              locale                      the language that is spoken, a BCP 47 tag
              kept                        the sessions of takes that wait to be processed or
                                          discarded, oldest first
              last_result                 what became of the last take, as listed below;
                                          null before the first

            Its last_result:
              session          the take
              outcome          “transcribed”, “noSpeech”, “discarded” or “failed”
              audio_path       the file with the audio; null when there is none
              transcript_path  the file with the text; null when there is none
              duration_usec    the length of the audio, in microseconds
              error_name       after “failed”: the name of the error; else null
              error_message    after “failed”: what happened and what to do, as a sentence;
                               else null
            """
        #expect(HelpText.page(.status, of: .client) == text)
    }

    @Test
    func `the recorder's page has its flags, and the verbs that need its engines`() {
        let text = """
            Usage: tallylight-recorder [COMMAND] [FLAGS]

            Record speech and turn it into text, for all that is connected to the session
            bus.

            People start it with “tallylight”, programs through the bus or with “tallylight
            serve”.

            Commands:
              engines     List the speech engines, with how to get those that are missing.
              transcribe  Turn the speech in a sound file into text, without a recorder.

            Flags without a command:
                  --device NAME   Record from this microphone, by the name the sound server
                                  has for it.
                  --language TAG  The language that is spoken, such as en or de-CH.
                  --engine NAME   Turn speech into text with this engine instead of the best
                                  there is.
                  --terminal      Show the panel on this terminal.

            Flags of every command:
              -h, --help     Print help and do nothing else.
              -V, --version  Print the version and do nothing else.

            Exit codes:
              0      done
              1      failed; also when there is no session bus
              2      the command line has no meaning
              3      refused: wrong state, stale session, or a second recorder
              4      no recorder is running
              5      a recorder is running but does not answer
              128+n  ended by signal n

            “tallylight-recorder COMMAND --help” tells all about a command.

            A flag without a value is taken back by “--no-” before its name; of two that
            contradict each other the last counts.
            """
        #expect(HelpText.page(.recorder, of: .recorder) == text)
    }

    @Test(arguments: [Program.client, .recorder])
    func `every page says all there is, in 80 columns`(_ program: Program) throws {
        for verb in [program.main] + program.verbs {
            let page = HelpText.page(verb, of: program)
            #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") }, "\(page)")
            #expect(page.hasPrefix("Usage: \(program.call(verb))"))
            for flag in verb.flags { #expect(page.contains("--\(flag.name)")) }
            guard !verb.name.isEmpty else { continue }
            #expect(try HelpText.answer(Options(operand: verb.name), for: program) == page)
            #expect(HelpText.page(program.main, of: program).contains("\n  \(verb.name)  "))
        }
    }
}
