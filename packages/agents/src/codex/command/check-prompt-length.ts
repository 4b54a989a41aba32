import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from '../../agent-command.js';
import { compareVersions } from '../../compare-versions.js';

const LIMITED_SINCE = '0.113.0';
const MOST_CHARACTERS = 1_048_576;

/** From 0.113 on Codex refuses long prompts, counted in Unicode characters, after it has started. */
export function checkPromptLength({ prompt, version }: TurnRequest): void {
  if (prompt.length <= MOST_CHARACTERS || compareVersions(version, LIMITED_SINCE) < 0) return;
  const characters = countCharacters(prompt);
  if (characters <= MOST_CHARACTERS) return;
  throw new DragomanError(
    'prompt_too_long',
    `The prompt has ${characters} characters; codex ${version} takes ${MOST_CHARACTERS}. Put the text into a file in the workspace and name it in the prompt.`,
  );
}

/** What text has as UTF-16, less one for each pair that is one character. */
function countCharacters(text: string): number {
  let pairs = 0;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs += 1;
  return text.length - pairs;
}
