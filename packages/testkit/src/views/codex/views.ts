import type { AgentViews } from '../agent-views.js';
import { codexGaps } from './gaps.js';
import { codexUncounted } from './uncounted.js';

const INTRODUCTION = `How Dragoman reads the Codex CLI: what \`codex exec --json\` prints (live) and the rollout files below
\`$CODEX_HOME/sessions\` (saved). Both become the events of [the event language](../events.md). A record
that no rule covers is counted under its native name and, on request, emitted as \`raw\`.`;

const LIVE = `Up to 0.42 \`--json\` printed a header, the prompt and wrapped events (\`msg/…\`); from 0.44 it prints
ThreadEvents. The names of the Responses API are read too.`;

const SAVED = `Up to 0.29 a file holds bare items (\`bare/…\`); from 0.36 on, each line has a type and a payload. A file
that a newer version resumed goes on in that version's lines.`;

const LIMITS = [
  'One live stream is one turn; what the model says arrives whole, never in pieces: `codex exec` prints no deltas.',
  'A live stream names neither the model nor the folder from 0.44 on. Both are in the file.',
  'The steps of a sub-agent are in a separate file; its session names the parent.',
  'From 0.148 on, a fork is a separate file, which names the session that it continues. It is loaded with that part of it, if the file is there; a list shows its own turns.',
  'Up to 0.50, images were sent ahead as a prompt of their own, and the answer to them is only in the file.',
  'Up to 0.65, the tool `exec_command` had to be switched on, and each input to a command is printed as the command once more.',
  '`codex exec` takes one prompt: what is written to stdin later joins no turn.',
  'From 0.59 to 0.61, `apply_patch` in the tool `shell_command` is an ordinary command, in both views. A file that one of them began and a later version resumed shows the later patches as commands, too.',
  '0.20 ran `cd … && apply_patch` as an ordinary command, which failed; the file reads as an edit that failed.',
  'What was streamed of a reply that then broke off is in neither view.',
];

export const codexViews: AgentViews = {
  gaps: codexGaps,
  uncounted: codexUncounted,
  coverage: {
    title: 'Codex',
    introduction: INTRODUCTION,
    live: LIVE,
    saved: SAVED,
    limits: LIMITS,
  },
};
