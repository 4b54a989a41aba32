import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from '../../agent-command.js';

/** The prompt, and after it the images by `@path`, which is Gemini CLI's own way to attach a file. */
export function promptWithImages({ prompt, images = [], cwd }: TurnRequest): string {
  if (images.length === 0) return prompt;
  return `${prompt}\n\n${images.map((path) => `@${escaped(inWorkspace(path, cwd))}`).join('\n')}`;
}

/** What isn't a letter, a digit or a plain sign in paths is escaped, so that nothing ends the path. */
function escaped(path: string): string {
  return path.replaceAll(/[^\p{L}\p{N}/._-]/gu, '\\$&');
}

/** A file elsewhere, Gemini CLI leaves out without a word. */
function inWorkspace(path: string, cwd: string): string {
  const relative = path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  const isInside = relative !== '' && !relative.startsWith('/') && !relative.includes('\n');
  if (isInside && !relative.split('/').includes('..')) return relative;
  throw new DragomanError(
    'invalid_request',
    `Gemini CLI can't be given the image ${JSON.stringify(path)}: it reads images only in its workspace. Copy it there.`,
  );
}
