import type { DirectAccess } from '../agent-command.js';
import { type AgentKeys, accessFromEnvironment, type Environment } from '../model-access.js';

/** Codex's own variables before OpenAI's. */
export const codexKeys: AgentKeys = {
  keyVariables: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  urlVariables: ['CODEX_BASE_URL', 'OPENAI_BASE_URL'],
  providerUrl: 'https://api.openai.com/v1',
};

/**
 * The key and the address that an environment has for Codex, its own before OpenAI's. Nothing
 * without a key. This package reads no environment: who starts a turn passes one in.
 *
 * @example
 * const endpoint = codexAccessFromEnvironment(process.env);
 */
export function codexAccessFromEnvironment(environment: Environment): DirectAccess | undefined {
  return accessFromEnvironment(codexKeys, environment);
}
