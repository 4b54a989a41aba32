import type { DragomanEvent } from '@dragoman/protocol';
import { plainWords } from '@dragoman/runtime/internal';
import { cutText } from '../../terminal/text/fit-text.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

const RETRY = /\bretry(?:ing)?\b|\breconnecting\b/i;
const MOST_COLUMNS = 160;

/** That an agent asks its model again, which it says among its diagnostics. */
export function retryLine(event: DragomanEvent): string | undefined {
  if (event.type !== 'stderr') return undefined;
  const line = plainWords(event.content)
    .split('\n')
    .find((each) => RETRY.test(each));
  // After this follows an answer that the agent may get over.
  const [words = ''] = line?.split(/ _?ApiError:/) ?? [];
  return line === undefined ? undefined : cutText(harmlessLine(`↻ ${words}`), MOST_COLUMNS);
}
