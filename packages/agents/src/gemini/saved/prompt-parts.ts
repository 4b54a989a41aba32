import { isJsonObject } from '@dragoman/protocol';
import { promptAsWritten } from '../stdin-prompt.js';
import { readParts } from './message-parts.js';

/** Around the content of the files that a prompt names with `@`: parts of their own. */
const FILES_OPEN = '\n--- Content from referenced files ---';
const FILES_CLOSE = '\n--- End of content ---';
/** The same where a message is one text, up to 0.27.4: the first file comes next, or what it is. */
const FILES_IN_TEXT = /\n--- Content from referenced files ---(?=\nContent from @|<)/;
/** There, Gemini CLI puts a space before a name that has none, also where a line begins with it. */
const ADDED_SPACE = /(?<=\n) @/g;
/** What a hook adds to a prompt is the last part. */
const HOOK = /^<hook_context>[\s\S]*<\/hook_context>$/;

/** What the user wrote of a message, the content of the files it names, and what a hook added. */
export interface PromptParts {
  readonly prompt: string;
  /** Empty where it names none. */
  readonly files: string;
  readonly hook: string;
}

/** Splits the content of a message, of which this is the text. Up to 0.27.4 it is one text. */
export function splitPrompt(content: unknown, text: string): PromptParts {
  if (Array.isArray(content)) return splitList(content, text);
  const at = text.endsWith(FILES_CLOSE) ? text.search(FILES_IN_TEXT) : -1;
  if (at === -1) return { prompt: promptAsWritten(text), files: '', hook: '' };
  const prompt = text.slice(0, at).replaceAll(ADDED_SPACE, '@');
  return { prompt, files: text.slice(at + FILES_OPEN.length), hook: '' };
}

function splitList(parts: readonly unknown[], text: string): PromptParts {
  const last = parts.length > 1 ? textOf(parts.at(-1)) : undefined;
  const hook = last !== undefined && HOOK.test(last) ? last : '';
  const others = hook === '' ? parts : parts.slice(0, -1);
  const at = textOf(others.at(-1)) === FILES_CLOSE ? others.findIndex(opensFiles) : -1;
  if (hook === '' && at < 1) return { prompt: text, files: '', hook };
  const prompt = at < 1 ? others : others.slice(0, at);
  const files = at < 1 ? [] : others.slice(at + 1);
  return { prompt: textIn(prompt), files: textIn(files), hook };
}

function opensFiles(part: unknown): boolean {
  return textOf(part) === FILES_OPEN;
}

function textIn(parts: readonly unknown[]): string {
  return readParts(parts)?.text ?? '';
}

function textOf(part: unknown): string | undefined {
  const text = isJsonObject(part) ? part.text : part;
  return typeof text === 'string' ? text : undefined;
}
