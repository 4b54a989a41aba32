import {
  createStdoutMapper,
  type StdoutMapper,
  type TranslatorOptions,
} from '../interpret/translator.js';
import { type CodexLiveOptions, createCodexLive } from './live.js';

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
  return createStdoutMapper(createCodexLive(options), options);
}
