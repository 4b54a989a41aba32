import { encodeEvent } from '@dragoman/protocol';
import type { Interpreter } from './interpreter.js';
import type { TranslationStats } from './translation-stats.js';
import { createTranslator, type TranslatorOptions } from './translator.js';

/** The stdout of a CLI in, lines of the event language out, each with its `\n`. */
export interface StdoutMapper {
  push(chunk: string | Uint8Array): string[];
  /** The end of stdout: a last line without a newline, and what was held back. */
  flush(): string[];
  /** What became of the lines; those that no rule covers give no line but are counted. */
  stats(): TranslationStats;
}

/** Maps what a CLI prints to NDJSON events, as it comes. */
export function createStdoutMapper(
  interpreter: Interpreter,
  options: TranslatorOptions = {},
): StdoutMapper {
  const translator = createTranslator(interpreter, options);
  return {
    push: (chunk) => translator.push(chunk).map(encodeEvent),
    flush: () => translator.flush().map(encodeEvent),
    stats: translator.stats,
  };
}
