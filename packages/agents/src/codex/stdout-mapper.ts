import { encodeEvent } from '@dragoman/protocol';
import type { TranslationStats } from '../interpret/translation-stats.js';
import { createTranslator, type TranslatorOptions } from '../interpret/translator.js';
import { type CodexLiveOptions, createCodexLive } from './live.js';

/** The stdout of a CLI in, lines of the event language out, each with its `\n`. */
export interface StdoutMapper {
  push(chunk: string | Uint8Array): string[];
  /** The end of stdout: a last line without a newline, and what was held back. */
  flush(): string[];
  /** What became of the lines; those that no rule covers give no line but are counted. */
  stats(): TranslationStats;
}

/**
 * Maps what `codex exec --json` prints to NDJSON events, as it comes.
 *
 * @example
 * const mapper = createCodexStdoutMapper();
 * for await (const chunk of codex.stdout) for (const line of mapper.push(chunk)) response.write(line);
 * for (const line of mapper.flush()) response.write(line);
 */
export function createCodexStdoutMapper(
  options: CodexLiveOptions & TranslatorOptions = {},
): StdoutMapper {
  const translator = createTranslator(createCodexLive(options), options);
  return {
    push: (chunk) => translator.push(chunk).map(encodeEvent),
    flush: () => translator.flush().map(encodeEvent),
    stats: translator.stats,
  };
}
