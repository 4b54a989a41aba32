import { resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { liesIn, realPath } from '@dragoman/sandbox';
import type { ServerPolicy, WorkspacePolicy } from '../contract.js';
import { allowedAgents } from './choose-agent.js';

/** It becomes part of a path. */
const WORKSPACE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

const ORIGIN = /^https?:\/\/[^/?#@\s]+$/;

/**
 * Refuses a policy that allows nothing, or that means something else than it says, with
 * `invalid_request` and all that is wrong with it. Whether its folders are there shows when they are used.
 */
export async function checkPolicy(policy: ServerPolicy): Promise<void> {
  const faults = [
    ...(allowedAgents(policy).length === 0 ? ['it allows no agent'] : []),
    ...workspaceFaults(policy),
    ...originFaults(policy),
    ...limitFaults(policy),
    ...(await templateFaults(policy)),
  ];
  if (faults.length > 0) throw wrong(faults);
}

function workspaceFaults({ workspaces }: ServerPolicy): readonly string[] {
  const entries = Object.entries(workspaces);
  if (entries.length === 0) return ['it has no workspace'];
  return entries.flatMap(([name, workspace]) => faultsOf(name, workspace));
}

function faultsOf(name: string, { path, template, artifacts }: WorkspacePolicy): string[] {
  const faults: string[] = [];
  if (!WORKSPACE_NAME.test(name)) {
    faults.push(
      `a workspace can't be called ${JSON.stringify(name)}: use letters, digits, "_", "-"`,
    );
  }
  if ((path === undefined) === (template === undefined)) {
    faults.push(`the workspace ${name} must have either a path or a template`);
  }
  if (artifacts !== undefined && !liesIn('/w', resolve('/w', artifacts))) {
    faults.push(`the artifacts of ${name} must be a folder in the workspace`);
  }
  return faults;
}

function originFaults({ origins = [] }: ServerPolicy): readonly string[] {
  return origins
    .filter((origin) => !ORIGIN.test(origin))
    .map(
      (origin) =>
        `the origin ${JSON.stringify(origin)} must be like https://example.com, with nothing after it`,
    );
}

function limitFaults({ limits = {} }: ServerPolicy): readonly string[] {
  return Object.entries(limits)
    .filter(([, amount]) => typeof amount === 'number' && !(amount > 0))
    .map(([name, amount]) => `the limit ${name} is ${amount}, and must be more than 0`);
}

/** An agent must not be able to change what other sessions begin with. */
async function templateFaults({ workspaces }: ServerPolicy): Promise<readonly string[]> {
  const real = async (path: string | undefined) =>
    path === undefined || path === '' ? undefined : realPath(resolve(path));
  const faults: string[] = [];
  const entries = Object.entries(workspaces);
  for (const [name, { template }] of entries) {
    const from = await real(template);
    for (const [other, { path }] of entries) {
      const folder = await real(path);
      if (from === undefined || folder === undefined) continue;
      if (!liesIn(folder, from) && !liesIn(from, folder)) continue;
      faults.push(
        `agents that work in ${other} could change the template of ${name}: keep the two folders apart`,
      );
    }
  }
  return faults;
}

function wrong(faults: readonly string[]): DragomanError {
  const [first = '', ...more] = faults;
  const list = more.length === 0 ? ` ${first}.` : faults.map((fault) => `\n- ${fault}.`).join('');
  return new DragomanError('invalid_request', `The server's policy can't be used:${list}`);
}
