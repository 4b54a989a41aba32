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
 * `invalid_request`. Whether its folders are there shows when they are used.
 */
export async function checkPolicy(policy: ServerPolicy): Promise<void> {
  if (allowedAgents(policy).length === 0) throw wrong('it allows no agent');
  const workspaces = Object.entries(policy.workspaces);
  if (workspaces.length === 0) throw wrong('it has no workspace');
  for (const [name, workspace] of workspaces) checkWorkspace(name, workspace);
  for (const origin of policy.origins ?? []) {
    if (!ORIGIN.test(origin)) {
      throw wrong(
        `the origin ${JSON.stringify(origin)} must be like https://example.com, with nothing after it`,
      );
    }
  }
  for (const [name, amount] of Object.entries(policy.limits ?? {})) {
    if (typeof amount === 'number' && !(amount > 0)) {
      throw wrong(`the limit ${name} is ${amount}, and must be more than 0`);
    }
  }
  await checkTemplates(policy.workspaces);
}

function checkWorkspace(name: string, { path, template, artifacts }: WorkspacePolicy): void {
  if (!WORKSPACE_NAME.test(name)) {
    throw wrong(
      `a workspace can't be called ${JSON.stringify(name)}: use letters, digits, "_", "-"`,
    );
  }
  if ((path === undefined) === (template === undefined)) {
    throw wrong(`the workspace ${name} must have either a path or a template`);
  }
  if (artifacts !== undefined && !liesIn('/w', resolve('/w', artifacts))) {
    throw wrong(`the artifacts of ${name} must be a folder in the workspace`);
  }
}

/** An agent must not be able to change what other sessions begin with. */
async function checkTemplates(workspaces: ServerPolicy['workspaces']): Promise<void> {
  const real = async (path: string | undefined) =>
    path === undefined || path === '' ? undefined : realPath(resolve(path));
  const entries = Object.entries(workspaces);
  for (const [name, { template }] of entries) {
    const from = await real(template);
    for (const [other, { path }] of entries) {
      const folder = await real(path);
      if (from === undefined || folder === undefined) continue;
      if (!liesIn(folder, from) && !liesIn(from, folder)) continue;
      throw wrong(
        `agents that work in ${other} could change the template of ${name}: keep the two folders apart`,
      );
    }
  }
}

function wrong(why: string): DragomanError {
  return new DragomanError('invalid_request', `The server's policy can't be used: ${why}.`);
}
