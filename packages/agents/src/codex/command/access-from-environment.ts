import type { DirectAccess } from '../../agent-command.js';
import { accessFromEnvironment, type Environment } from '../../agent-keys.js';
import { codexKeys } from '../keys.js';

/**
 * The key and the address that an environment has for Codex, its own before OpenAI's. Nothing
 * without a key. This package reads no environment itself: who starts a turn hands one in.
 *
 * @example
 * const endpoint = codexAccessFromEnvironment(process.env);
 */
export function codexAccessFromEnvironment(environment: Environment): DirectAccess | undefined {
  return accessFromEnvironment(codexKeys, environment);
}
