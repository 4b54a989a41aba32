import type { IncomingHttpHeaders } from 'node:http';
import { anthropic } from './anthropic.js';
import type { DialectRules } from './dialect.js';
import { gemini } from './gemini.js';
import { openai } from './openai.js';

const DIALECTS: readonly DialectRules[] = [openai, anthropic, gemini];

/**
 * The dialect whose endpoint this is. `GET /v1/models` is both OpenAI's and Anthropic's: the
 * version header that every Anthropic client sends decides.
 */
export function dialectOf(
  method: string,
  pathname: string,
  headers: IncomingHttpHeaders = {},
): DialectRules | undefined {
  if (headers['anthropic-version'] !== undefined && anthropic.matches(method, pathname)) {
    return anthropic;
  }
  return DIALECTS.find((rules) => rules.matches(method, pathname));
}
