import type { AgentViews } from '../agent-views.js';
import { geminiGaps } from './gaps.js';
import { geminiUncounted } from './uncounted.js';

const INTRODUCTION = `How Dragoman reads Gemini CLI: what \`gemini --output-format stream-json\` prints (live) and the files
below \`~/.gemini/tmp/<project>/chats\` (saved). Both become the events of [the event language](../events.md).
A record that no rule covers is counted under its native name and, on request, emitted as \`raw\`.`;

const LIVE = `The stream came with 0.11. What \`--output-format json\` prints, from 0.6 on, is one document, read when
it is complete; \`text\` is not read.`;

const SAVED = `Up to 0.38 a file is one document, a header with all messages; from 0.39 on, it has a line for each
message and for each change. A message is written down again when there is more to say of it, and the whole
list when the CLI changes it: only what is new is emitted. What is taken out of the list because a turn failed, or
in favour of a summary, was said all the same, and stays.`;

const LIMITS = [
  'A stream that ends without a `result`, as it does when Gemini CLI is stopped by a signal (exit code 0), is emitted as an aborted turn. Where Gemini CLI refuses to begin (no key: exit 41; an unknown session: 42; a folder it does not trust: 55), it prints nothing at all; the exit code and stderr say why.',
  'Gemini CLI exits without waiting until its output has been read: where that goes to a pipe or a socket, not to a file, what its reader has not taken by then is lost, the `result` included. It shows where a command prints much, from some 200 KB on (0.61). The turn is then emitted as aborted and its outcome is `failed`, although the saved session has all of it.',
  'A first turn that fails behind its call is taken out of the file, but for its prompt, and Gemini CLI does not resume such a session.',
  'A line separator (U+2028) in a reply, where the API does not escape it, ends a line for Gemini CLI: it takes the reply for broken, and asks again.',
  'What only one view says without a first version shows in the oldest that can be brought to do it: 0.11.3, the first with a stream, or 0.19.1, the first that resumes a session without a terminal.',
  'A turn that Gemini CLI stops because it goes in circles or has no turns left, and one in which the model gave no answer or (0.11) refused, is emitted as failed, although some versions call it a success.',
  'Before 0.44 nothing says that earlier messages were compressed; live counts what that used.',
  'The stream never ends a text: a reply that is tried again is joined to the pieces that came before, and so is the next reply where nothing comes between.',
  'Gemini CLI takes one prompt a run, and none while it works. Its API has no thoughts that are sealed, and keeps a call that is no JSON to itself: such a reply ends before the call.',
  'Control characters are taken out of what the model says, piece by piece, before it is printed; in the file they are.',
  'A hook may change what the model says (`AfterModel`): live has the words that the hook made, the file those of the model, and neither says that a hook did it.',
  'Of `SessionEnd` hooks, 0.35.3 prints on stdout, behind the result, that it runs them: lines that are no records, and count as such.',
  'The steps of a sub-agent are in a separate file; its session names the parent.',
  'Where a resume falls into another minute than the session began in, a second file is left behind that holds nothing but the context. It is not listed. Gemini CLI itself takes such a session for broken and removes it when another one begins in the project (0.61), unless `general.sessionRetention.enabled` is `false`, as it is in the turns that Dragoman runs.',
  'Up to 0.24.5 a compression begins a file of the session anew: where it falls into another minute than the session began in, there are two files of one session, and what comes behind the compression is in the second.',
  'Files of `/chat save` (`checkpoint-….json`) and the list of prompts in `logs.json` name no session and are not read.',
  'The server of an MCP tool is what stands before the first `_` of the tool’s name, as in Gemini CLI itself.',
  'Files name no version of Gemini CLI, and before 0.51 no folder; that is then read from `.project_root` or `projects.json`.',
];

export const geminiViews: AgentViews = {
  gaps: geminiGaps,
  uncounted: geminiUncounted,
  coverage: {
    title: 'Gemini CLI',
    introduction: INTRODUCTION,
    live: LIVE,
    saved: SAVED,
    limits: LIMITS,
  },
};
