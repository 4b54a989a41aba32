import type { DirectAccess } from '../../agent-command.js';

const KEY_VARIABLES = ['CODEX_API_KEY', 'OPENAI_API_KEY'];
const URL_VARIABLES = ['CODEX_BASE_URL', 'OPENAI_BASE_URL'];

/**
 * The key and the address that an environment has for Codex, its own before OpenAI's. Nothing
 * without a key. This package reads no environment itself: who starts a turn hands one in.
 *
 * @example
 * const endpoint = codexAccessFromEnvironment(process.env);
 */
export function codexAccessFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): DirectAccess | undefined {
  const apiKey = firstSet(environment, KEY_VARIABLES);
  if (apiKey === undefined) return undefined;
  const baseUrl = firstSet(environment, URL_VARIABLES);
  return baseUrl === undefined ? { apiKey } : { apiKey, baseUrl };
}

function firstSet(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string | undefined {
  return names.map((name) => environment[name]).find(Boolean);
}
