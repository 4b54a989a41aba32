import { homedir } from 'node:os';
import { type AgentReference, agents, type Permission } from '@dragoman/agents';
import type { ModelAccess } from '@dragoman/runtime';
import type { Line } from '../../terminal/conversation/line.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { shortPath } from '../../terminal/text/short-path.js';
import type { ChosenSandbox } from './choose-sandbox.js';

const POSTURES: Readonly<Record<Exclude<Permission, 'default'>, string>> = {
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
export function positionLine(
  { name, version }: AgentReference,
  place: ChosenSandbox,
  access: ModelAccess,
): Line {
  const { sandbox, cwd, network, permission, projectSettings, sessionKind } = place;
  const folder = harmlessLine(shortPath(cwd, { home: homedir() }));
  const start = { text: `${name} ${version}`, format: 'bold' as const };
  const where = { text: ` in ${folder}${MODELS[access.kind]} · `, format: 'dim' as const };
  if (!sandbox.abilities.confinesFiles) {
    const project =
      projectSettings === 'trust' ? '; files of the project may have it run anything' : '';
    const words = `sandbox: ${sandbox.kind}, nothing confines the agent (${postureOf(name, permission)}${project})`;
    return [start, where, { text: words, format: 'yellow' }];
  }
  const reach = network ?? sandbox.abilities.networks[0];
  const posture = permission === 'bypass' ? '' : ` · ${postureOf(name, permission)}`;
  const before =
    sessionKind === undefined ? '' : ` (the session had ${sessionKind}: --sandbox ${sessionKind})`;
  const words = `sandbox: ${sandbox.kind}${before}, network: ${reach}${posture}`;
  return [start, where, { text: words, format: 'dim' }];
}

/** What a CLI does unasked in its own careful posture differs. */
function postureOf(name: AgentReference['name'], permission: Permission): string {
  if (permission !== 'default') return POSTURES[permission];
  return `it ${agents[name].unasked}; --permission acceptEdits lets it edit`;
}
