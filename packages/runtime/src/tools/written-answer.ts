import { errorMessage, isJsonObject, writeJson } from '@dragoman/protocol';
import type { ToolAnswer } from './tool-answer.js';

/** An answer as it reaches the process that conducts the turn: its output as JSON, or why there is none. */
export type WrittenAnswer = { readonly json: string } | { readonly error: string };

/** More than any model reads, and less than what agents refuse to be sent. */
const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_ERROR = 64 * 1024;

/** Never throws: what an answer lacks, or has too much of, becomes words for the agent. */
export function writtenAnswer(answer: ToolAnswer): WrittenAnswer {
  // Whatever the types say: it comes from the caller's own tools.
  const given: unknown = answer;
  if (!isJsonObject(given)) return malformed(`it was ${String(given)}`);
  if (typeof given.error === 'string') return failed(given.error);
  if (!('output' in given)) return malformed('it had neither an output nor an error');
  return writtenOutput(given.output);
}

function writtenOutput(output: unknown): WrittenAnswer {
  try {
    const json = writeJson(output, { strict: true });
    const bytes = Buffer.byteLength(json);
    if (bytes <= MOST_BYTES) return { json };
    return malformed(
      `its output has ${bytes} bytes, more than the ${MOST_BYTES} that are passed on`,
    );
  } catch (error) {
    return malformed(errorMessage(error));
  }
}

function failed(error: string): WrittenAnswer {
  return { error: error.slice(0, LONGEST_ERROR) || 'The tool failed without saying why.' };
}

function malformed(why: string): WrittenAnswer {
  return { error: `The answer of the tool can't be used: ${why.replace(/\.$/, '')}.` };
}
