import type { LooseEvent } from '@dragoman/protocol/internal';
import type { ProcessExit } from '@dragoman/sandbox';
import type { EventReader } from '../chat/chat-agent.js';

/** There is one call in a turn of a command. */
const CALL = { tool_id: 'command' };
/** What the result repeats of the output: its end, where summaries and failures are. */
const MOST_CHARACTERS = 16 * 1024;

/**
 * Reads the output of a plain command: a call of `Bash`, what it prints, and its result. Nothing in the
 * output is looked at.
 */
export function createOutputReader(command: string): EventReader {
  const decoder = new TextDecoder();
  let last = '';
  let isCut = false;
  let isBegun = false;

  const print = (content: string): LooseEvent[] => {
    const events: LooseEvent[] = isBegun ? [] : [call(command)];
    isBegun = true;
    if (content === '') return events;
    isCut ||= last.length + content.length > MOST_CHARACTERS;
    last = endOfText(last + content);
    return [...events, { type: 'tool_output', ...CALL, content }];
  };

  return {
    push: (chunk) => print(decoder.decode(chunk, { stream: true })),
    flush: () => print(decoder.decode()),
    exited: (exit) => [
      {
        type: 'tool_result',
        ...CALL,
        status: exit.exitCode === 0 ? 'success' : 'error',
        output: last,
        ...(isCut && { truncated: true }),
        ...endOf(exit),
      },
    ],
    unparsed: () => 0,
  };
}

/** Not from the middle of a character. */
function endOfText(text: string): string {
  return text.slice(-MOST_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, '');
}

function call(command: string): LooseEvent {
  const what = { tool_name: 'Bash', parameters: { command }, kind: 'command' };
  return { type: 'tool_use', ...CALL, ...what };
}

function endOf({ exitCode, signal }: ProcessExit): { exit_code?: number; error?: object } {
  if (exitCode !== null) return { exit_code: exitCode };
  return { error: { message: `It was ended by ${signal ?? 'a signal'}.` } };
}
