import type { AgentReference } from '@dragoman/agents';
import { type ModelAccess, resolveModelAccess } from '@dragoman/runtime';
import type { ChatOptions } from './read-options.js';
import { findPiece } from './script/find-piece.js';
import { scriptedAccess, type Tempo } from './script/scripted-access.js';

/** Who answers the agent when a person has asked this. */
export type ChooseAccess = (asked: string) => ModelAccess;

/** Codex has given up its tool for plans. */
const WITHOUT_PLANS: ReadonlySet<string> = new Set(['codex']);

/** The provider with the key of the environment (`key_missing` where there is none), or a script. */
export function chooseAccess(
  { live, baseUrl }: Pick<ChatOptions, 'live' | 'baseUrl'>,
  { name }: AgentReference,
  tempo: Tempo,
): ChooseAccess {
  if (live) {
    const access = resolveModelAccess({ agent: name, env: process.env, baseUrl });
    return () => access;
  }
  const plans = !WITHOUT_PLANS.has(name);
  return (asked) => scriptedAccess(findPiece(asked), { asked, plans, tempo });
}
