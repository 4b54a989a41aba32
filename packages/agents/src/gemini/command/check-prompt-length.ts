import { DragomanError } from '@dragoman/protocol';

const MOST_BYTES = 8 * 1024 * 1024;

/** Gemini CLI reads no more from stdin: it cuts off the rest and goes on. */
export function checkPromptLength(stdin: string, version: string): void {
  if (stdin.length * 3 <= MOST_BYTES) return;
  const bytes = new TextEncoder().encode(stdin).length;
  if (bytes <= MOST_BYTES) return;
  throw new DragomanError(
    'prompt_too_long',
    `The prompt has ${bytes} bytes; gemini ${version} takes ${MOST_BYTES}. Put the text into a file in the workspace and name it in the prompt.`,
  );
}
