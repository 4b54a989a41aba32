import { DragomanError } from '@dragoman/protocol';
import type { Terminal } from '../../terminal/terminal.js';

/** More than any model reads at once. */
const LONGEST_BYTES = 16 * 1024 * 1024;

/** The prompt: the argument, or all of stdin if that is no keyboard. */
export async function readPrompt(
  given: string | undefined,
  command: string,
  terminal: Terminal,
): Promise<string> {
  if (given === undefined && terminal.isTyped) {
    throw new DragomanError('usage', `Give a prompt: dragoman ${command} "…"`);
  }
  const prompt = given === undefined || given === '-' ? await readAll(terminal) : given;
  if (prompt.trim() === '' && !terminal.signal.aborted) {
    throw new DragomanError('usage', 'The prompt is empty: give it as an argument, or on stdin.');
  }
  return prompt;
}

async function readAll(terminal: Terminal): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of terminal.read()) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > LONGEST_BYTES) throw tooLong();
    }
    return text + decoder.decode();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new DragomanError('usage', 'The prompt on stdin is not text (UTF-8).', { cause });
  }
}

function tooLong(): DragomanError {
  return new DragomanError('usage', 'The prompt on stdin is longer than 16 MiB.');
}
