import type { CallResult } from '../../interpret/call-register.js';

/** How the words begin that are said of a command that was stopped. */
const STOPPED = [
  'Command was automatically cancelled because ',
  'Command was cancelled by user before it could ',
  'Command cancelled by user.',
];

/** What stands before what it had printed, to the model and to a person. */
const PRINTED = [
  ' Below is the output before it was cancelled:\n',
  '\n\nOutput before cancellation:\n',
];
const NOTHING_PRINTED = ' There was no output before it was cancelled.';

/** The result of a command that was stopped; undefined where the words are other ones. */
export function readStopped(text: string): CallResult | undefined {
  if (!STOPPED.some((words) => text.startsWith(words))) return undefined;
  for (const opening of PRINTED) {
    const at = text.indexOf(opening);
    if (at !== -1) return stopped(text.slice(0, at), text.slice(at + opening.length));
  }
  const message = text.endsWith(NOTHING_PRINTED) ? text.slice(0, -NOTHING_PRINTED.length) : text;
  return stopped(message, '');
}

function stopped(message: string, output: string): CallResult {
  return { status: 'error', output, error: { type: 'cancelled', message } };
}
