import type { LiveOptions } from '../interpret/interpreter.js';
import {
  createStdoutMapper,
  type StdoutMapper,
  type TranslatorOptions,
} from '../interpret/translator.js';
import { createOpencodeLive } from './live.js';

/**
 * Maps what `opencode run --format json` prints to NDJSON events, as it comes.
 *
 * @example
 * const mapper = createOpencodeStdoutMapper();
 * for await (const chunk of opencode.stdout) for (const line of mapper.push(chunk)) response.write(line);
 * for (const line of mapper.flush()) response.write(line);
 */
export function createOpencodeStdoutMapper(
  options: LiveOptions & TranslatorOptions = {},
): StdoutMapper {
  return createStdoutMapper(createOpencodeLive(options), options);
}
