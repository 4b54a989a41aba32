import type { LiveOptions } from '../interpret/agent-interpreter.js';
import { createStdoutMapper, type StdoutMapper } from '../interpret/stdout-mapper.js';
import type { TranslatorOptions } from '../interpret/translator.js';
import { createClaudeLive } from './live.js';

/** Maps what `claude -p --output-format stream-json` prints to NDJSON events, as it comes. */
export function createClaudeStdoutMapper(
  options: LiveOptions & TranslatorOptions = {},
): StdoutMapper {
  return createStdoutMapper(createClaudeLive(options), options);
}
