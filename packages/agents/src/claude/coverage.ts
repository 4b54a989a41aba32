import { type AgentCoverage, agentCoveragePage } from '../interpret/agent-coverage.js';
import type { ViewRecording } from '../interpret/recorded-sessions.js';
import { claudeInterpreter } from './interpreter.js';
import { claudeLiveRules } from './live.js';
import { claudeSavedRules } from './saved.js';

const INTRODUCTION = `How Dragoman reads Claude Code: what \`claude -p --output-format stream-json --verbose\` prints (live), with
\`--include-partial-messages\` or without, and the session files below \`$CLAUDE_CONFIG_DIR/projects\` (saved).
Both become the events of [the event language](../events.md). A record that no rule covers is counted
under its native name and, when asked for, told as \`raw\`.`;

const LIVE = `A line holds one block of a message; the lines of one message share its id. With partial messages each
block comes in pieces first, under the same id.`;

const SAVED = `The records of sub-agents stand among the others up to 1.0. Later they are files of their own, which
\`loadSession\` reads at the place where the session first names the sub-agent.`;

const LIMITS = [
  'A file holds turns that somebody went back from, too. `loadSession` leaves them out and says so in its notes; read as a stream, a file tells all it holds. What they used counts either way.',
  'In the live stream what sub-agents used is not told apart; what the turn cost includes it. The file has it.',
  'A turn’s end is not marked in a file. It is told as completed where the model’s last word was meant to be one.',
  'The exit code of a command is known when it is not 0, by the words “Exit code N”.',
  'Of output that is too large for the model, the first 30,000 characters are told; the CLI keeps the whole in a file.',
  'From 2.1.277 on, what a turn cost is counted over the whole session: of a resumed turn, pass what was used before.',
  'In 1.0 some commands of the CLI write a terminal’s control characters before the first line, which is then no JSON.',
  'On a busy machine 2.1.50 was seen to lose its last record, and to write some in another order than that of time. They are told in the order of the file.',
  'A page of a session takes reading all of its file: what is left out and which tasks there are depends on all of it.',
];

const COVERAGE: AgentCoverage = {
  agent: 'Claude Code',
  introduction: INTRODUCTION,
  interpreter: claudeInterpreter,
  views: {
    live: { introduction: LIVE, rules: claudeLiveRules },
    saved: { introduction: SAVED, rules: claudeSavedRules },
  },
  limits: LIMITS,
};

/** The page about Claude Code, made from the rules and gaps themselves and from what was recorded. */
export function claudeCoveragePage(recordings: readonly ViewRecording[]): string {
  return agentCoveragePage(COVERAGE, recordings);
}
