import { constants } from 'node:fs';
import { access as checkAccess } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { AgentReference } from '@dragoman/agents';
import { type Budget, baseUrlProblem, loadCassette, loadScript } from '@dragoman/gateway';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { type ModelAccess, resolveModelAccess } from '@dragoman/runtime';
import type { SandboxAbilities } from '@dragoman/sandbox';
import type { ExecOptions } from '../../program/exec-command.js';

/** The model of a turn: a script, a recording, or the provider with the user's key or login. */
export async function chooseModel(
  agent: AgentReference,
  options: ExecOptions,
): Promise<ModelAccess> {
  const { script, replay, record, baseUrl, login, prices } = options;
  const { name, version } = agent;
  if (script !== undefined) return { kind: 'script', script: await loadScript(script) };
  if (replay !== undefined) return { kind: 'replay', cassette: await loadCassette(replay) };
  if (baseUrl !== undefined) checkBaseUrl(baseUrl);
  const budget = budgetOf(options);
  const access = {
    ...resolveModelAccess({ agent: `${name}@${version}`, env: process.env, baseUrl, login }),
    ...(budget && { budget }),
    ...(prices !== undefined && { prices }),
  };
  if (record === undefined) return access;
  const file = resolve(record);
  await checkFolder(file);
  return { ...access, record: file };
}

/** A login lies in a file, and an agent that nothing confines can read the user's files. */
export function loginNotes(
  access: ModelAccess,
  { confinesFiles }: Pick<SandboxAbilities, 'confinesFiles'>,
): readonly string[] {
  const isInReach = access.kind === 'forward' && access.login !== undefined && !confinesFiles;
  return isInReach ? ['nothing confines the agent, so it can read the login, too'] : [];
}

function budgetOf(options: ExecOptions): Budget | undefined {
  const { budgetTokens, budgetUsd, budgetRequests } = options;
  if (budgetTokens === undefined && budgetUsd === undefined && budgetRequests === undefined) {
    return undefined;
  }
  return {
    ...(budgetTokens !== undefined && { totalTokens: budgetTokens }),
    ...(budgetUsd !== undefined && { costUsd: budgetUsd }),
    ...(budgetRequests !== undefined && { requests: budgetRequests }),
  };
}

function checkBaseUrl(baseUrl: string): void {
  const problem = baseUrlProblem(baseUrl);
  if (problem === undefined) return;
  throw new DragomanError(
    'usage',
    `The --base-url ${problem}. An example is https://models.example/v1.`,
  );
}

/** The recording is written at the end of the turn, but an unwritable folder is reported before it. */
async function checkFolder(file: string): Promise<void> {
  try {
    await checkAccess(dirname(file), constants.W_OK);
  } catch (cause) {
    throw new DragomanError('cassette_not_saved', `Cannot record to ${file}: ${reasonOf(cause)}.`, {
      cause,
    });
  }
}
