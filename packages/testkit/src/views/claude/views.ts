import type { AgentViews } from '../agent-views.js';
import { claudeGaps } from './gaps.js';
import { claudeUncounted } from './uncounted.js';

const INTRODUCTION = `How Dragoman reads Claude Code: what \`claude -p --output-format stream-json --verbose\` prints (live), with
\`--include-partial-messages\` or without, and the session files below \`$CLAUDE_CONFIG_DIR/projects\` (saved).
Both become the events of [the event language](../events.md). A record that no rule covers is counted
under its native name and, on request, emitted as \`raw\`.`;

const LIVE = `A line holds one block of a message; the lines of one message share its id. With partial messages each
block comes in pieces first, under the same id.`;

const SAVED = `The records of sub-agents stand among the others up to 1.0. Later they are files of their own, which
\`loadSession\` reads where the session first names the sub-agent.`;

const LIMITS = [
  'A file also holds turns that the user went back from. `loadSession` leaves them out and says so in its notes; read as a stream, all turns of a file are emitted. What they used counts either way.',
  'What sub-agents used is in the live stream only as what all models used beyond the agent. Where there were several, each has what its lines say, and the last one the rest. The cost of the turn includes it.',
  'A file doesn’t mark the end of a turn. The turn is emitted as completed where the model’s last text was meant as its last.',
  'The exit code of a command is known when it is not 0, by the words “Exit code N”.',
  'Of output that is too large for the model, the first 30,000 characters are emitted; the CLI keeps the whole in a file.',
  'From 2.1.277 on, what a turn cost and its models used is counted over the whole session: of a resumed turn, pass what was used before.',
  'From 2.1.277 on a file counts what was used on the side only when a process ends. After a process that was killed, the next count may leave out as much of it as the messages of the killed one used.',
  'In 1.0 some commands of the CLI write a terminal’s control characters before the first line, which is then no JSON.',
  'On a busy machine 2.1.50 was seen to lose its last record, and to write some in another order than that of time. They are emitted in the order of the file.',
  'A reply that the CLI takes back and asks for again (from 2.1.250 on: a call that was to follow never came, or another model goes on) is taken back live where it came in pieces. Without partial messages it stays.',
  'Up to 2.1.96 a prompt that waited and was taken into a turn under way is not in the conversation of the file.',
  'Up to 2.0 the steps of a sub-agent that was stopped with its parent are not read from its file: the session does not name it.',
  'From 2.0.77 to 2.1.77 at least, nothing tells a typed `<task-notification>` with a summary from one of the CLI: it is taken for the latter. Up to 2.0 the same holds for other prompts that look like what the CLI adds, where the file has no record of the queue.',
  'Older versions (2.1.77 does, 2.1.325 does not) heed only the last `--settings`, which is Dragoman’s: one among the arguments of your own has no effect there.',
  'A page of a session takes reading all of its file: what is left out and which tasks there are depends on all of it.',
];

export const claudeViews: AgentViews = {
  gaps: claudeGaps,
  uncounted: claudeUncounted,
  coverage: {
    title: 'Claude Code',
    introduction: INTRODUCTION,
    live: LIVE,
    saved: SAVED,
    limits: LIMITS,
  },
};
