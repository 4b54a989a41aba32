import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { toV3Parts } from '../v3/to-v3-parts.js';
import { mapperOf, type NdjsonMapperContext } from './mapper-context.js';

/**
 * The stream has ended: closes what is open and finishes, unless that has been done. A stream in which
 * the agent failed finishes with `error`.
 */
export function finishStream(context: NdjsonMapperContext): LanguageModelV3StreamPart[] {
  const mapper = mapperOf(context);
  const { failure } = mapper;
  const parts = mapper.finish(
    failure === undefined
      ? { unified: 'stop', raw: undefined }
      : { unified: 'error', raw: failure.code },
  );
  context.textBlockOpen = false;
  return toV3Parts(parts);
}
