import type { AgentViews } from '../agent-views.js';
import { opencodeGaps } from './gaps.js';
import { opencodeUncounted } from './uncounted.js';

const INTRODUCTION = `How Dragoman reads OpenCode: what \`opencode run --format json\` prints (live) and what \`opencode export\`
prints of a session (saved). Both become the events of [the event language](../events.md). A record that no
rule covers is counted under its native name and, on request, emitted as \`raw\`.`;

const LIVE = `One line for each part of an answer that is complete, \`--thinking\` or not. A call is printed once it is over,
with its result. Nothing is printed when a turn begins or ends: the first line stands for the one, the
end of the stream for the other.`;

const SAVED = `From 1.2 on, sessions are in a database, which only OpenCode itself is asked to read: \`run\` of
\`list\`, \`find\` and \`load\` takes a way to run it. Before that, each session, message and part was a file below
\`$XDG_DATA_HOME/opencode/storage\`; they are read as the document that \`opencode export\` would have made of them.`;

const LIMITS = [
  'The live stream has no prompt, no model, no folder, and no thoughts without `--thinking`.',
  'The live stream is silent until the first text, thought or call is complete; what a command prints comes when it is over.',
  'When a model call breaks off, OpenCode makes it again and prints the answer from its beginning. What the last attempt says replaces what the others said; a text that it doesn’t say again stays.',
  'The steps of a sub-agent are in a separate session, which names its parent; the live stream has only its answer. What it used is counted there.',
  'The summary of a compaction looks like an answer in the live stream.',
  'Tools of MCP servers are known by their names alone, `server_tool`: a `_` in the name of the server is taken for its end, and a tool of the user’s own with a `_` in its name for one of a server.',
  'Up to 1.14, that an MCP tool called its answer an error is in neither view.',
  'Up to 1.1.16, a call that the settings say to ask about is asked about between the records, and the turn waits until somebody chooses; from 1.1.53 on it is refused.',
  'Up to 1.1.53, why a turn failed before the model was asked is on stderr alone, and the exit code is 0.',
  'A fork has a copy of all messages before it, with what they used.',
  '`opencode run` takes one prompt, so none can wait in a queue, and knows no output schema; a command that outlives its call is no longer heard of.',
  'Turns can be run from 1.0.152 on: 1.0.98 and before, and again 1.1.27 to 1.1.34, fetch their list of models at every start, and end without a word where they can’t. 1.2.1 has a database and no `opencode db`: its sessions are listed and found through 1.2.4 or a later version. 1.2.1 and 1.2.4 also print, before their first turn, that they make the database, which is no record.',
  '1.2.27 to 1.3.2 print three lines of a stack trace on stdout where a call has arguments that they can’t take, such as `constructor`. They are no records, and counted as such (`--stats`).',
  'The versions before 1.0 that npm still has (0.1, 0.5) know no `--format json`, and kept sessions in other folders, which later ones turned into their own.',
];

export const opencodeViews: AgentViews = {
  gaps: opencodeGaps,
  uncounted: opencodeUncounted,
  coverage: {
    title: 'OpenCode',
    introduction: INTRODUCTION,
    live: LIVE,
    saved: SAVED,
    limits: LIMITS,
  },
};
