import { homedir } from 'node:os';
import type { AgentReference, Permission } from '@dragoman/agents';
import type { ModelAccess } from '@dragoman/runtime';
import type { Line } from '../../terminal/conversation/line.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { shortPath } from '../../terminal/text/short-path.js';
import type { ChosenPlace } from './choose-place.js';

const POSTURES: Readonly<Record<Permission, string>> = {
  default: 'it may only read; --permission acceptEdits lets it edit',
  plan: 'it may read and propose',
  acceptEdits: 'it may edit files',
  bypass: 'it may run and change anything',
};

const MODELS: Readonly<Record<ModelAccess['kind'], string>> = {
  forward: '',
  script: ' · scripted model',
  replay: ' · recorded model',
};

/** In one line who is about to act, where, and what confines it. */
export function placeLine(
  { name, version }: AgentReference,
  place: ChosenPlace,
  access: ModelAccess,
): Line {
  const { sandbox, cwd, network, permission, sessionKind } = place;
  const folder = harmlessLine(shortPath(cwd, { home: homedir() }));
  const start = { text: `${name} ${version}`, format: 'bold' as const };
  const where = { text: ` in ${folder}${MODELS[access.kind]} · `, format: 'dim' as const };
  if (!sandbox.abilities.confinesFiles) {
    const words = `sandbox: ${sandbox.kind}, nothing confines the agent (${POSTURES[permission]})`;
    return [start, where, { text: words, format: 'yellow' }];
  }
  const reach = network ?? sandbox.abilities.networks[0];
  const posture = permission === 'bypass' ? '' : ` · ${POSTURES[permission]}`;
  const before =
    sessionKind === undefined ? '' : ` (the session had ${sessionKind}: --sandbox ${sessionKind})`;
  const words = `sandbox: ${sandbox.kind}${before}, network: ${reach}${posture}`;
  return [start, where, { text: words, format: 'dim' }];
}
