import type { LiveOptions } from '../interpret/interpreter.js';
import {
  createStdoutMapper,
  type StdoutMapper,
  type TranslatorOptions,
} from '../interpret/translator.js';
import { createGeminiLive } from './live.js';

/** Maps the stdout of `gemini --output-format stream-json` to NDJSON events, as it comes. */
export function createGeminiStdoutMapper(
  options: LiveOptions & TranslatorOptions = {},
): StdoutMapper {
  return createStdoutMapper(createGeminiLive(options), options);
}
