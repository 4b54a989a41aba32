import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { agentNames, agents } from '@dragoman/agents';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { agentsImageName, findLeftovers, listTurns } from '@dragoman/runtime';
import { defaultCacheDirectory, examineInstalls, folderSize } from '@dragoman/runtime/internal';
import {
  defaultSandboxKind,
  defaultStateDirectory,
  type SandboxCheck,
  type SandboxProvider,
  sandboxProviders,
} from '@dragoman/sandbox';
import { ownVersion } from '../../own-version.js';
import type {
  DiagnosedAgent,
  DiagnosedFolder,
  DiagnosedRedis,
  DiagnosedSandbox,
  Diagnosis,
} from './diagnosis.js';
import { findPrograms } from './find-programs.js';
import { findToolchains } from './find-toolchains.js';

/**
 * Checks everything that agents need to run here. Changes nothing.
 *
 * @param redis the address of the Redis that servers are to share
 */
export async function examine(redis?: string): Promise<Diagnosis> {
  const [stateDirectory, cacheDirectory] = [defaultStateDirectory(), defaultCacheDirectory()];
  const [programs, diagnosedAgents, sandboxes, turns, toolchains, shared] = await Promise.all([
    findPrograms(),
    examineAgents(cacheDirectory),
    examineSandboxes(stateDirectory),
    examineTurns(stateDirectory, cacheDirectory),
    findToolchains(),
    redis === undefined ? undefined : examineRedis(redis),
  ]);
  const folders = [
    examineFolder('state', stateDirectory, 'DRAGOMAN_STATE'),
    examineFolder('cache', cacheDirectory, 'DRAGOMAN_CACHE'),
  ];
  const hasNpm = programs.some(({ name, version }) => name === 'npm' && version !== undefined);
  const hasAgent = diagnosedAgents.some(({ installed }) => installed.length > 0);
  return {
    version: ownVersion(),
    node: process.versions.node,
    programs,
    agents: diagnosedAgents,
    sandboxes,
    folders,
    toolchains,
    ...(shared !== undefined && { redis: shared }),
    ...turns,
    usable:
      (hasAgent || hasNpm) &&
      sandboxes.some(({ confinesFiles, check }) => confinesFiles && check.works) &&
      folders.every(({ name, problem }) => name !== 'state' || problem === undefined),
  };
}

async function examineRedis(url: string): Promise<DiagnosedRedis> {
  const { checkRedis, redisAddress } = await import('@dragoman/server/redis');
  return { address: redisAddress(url), ...(await checkRedis({ url })) };
}

async function examineAgents(cacheDirectory: string): Promise<DiagnosedAgent[]> {
  let problems: readonly string[] = [];
  const found = await examineInstalls(cacheDirectory).catch((error: unknown) => {
    // The state folder can't be written, which is part of the diagnosis and not its end.
    if (errorCode(error) !== 'state_unusable') throw error;
    problems = [errorMessage(error)];
    return [];
  });
  return agentNames.map((name) => {
    const { version: defaultVersion, keys } = agents[name];
    return {
      name,
      defaultVersion,
      installed: found
        .filter((one) => one.name === name && 'executable' in one)
        .map(({ version }) => version),
      changed: [
        ...problems,
        ...found.flatMap((one) => (one.name === name && 'problem' in one ? [one.problem] : [])),
      ],
      keyVariables: keys.keyVariables,
      keysSet: keys.keyVariables.filter((variable) => process.env[variable]),
    };
  });
}

/** An unreadable folder is part of the diagnosis, not its end. */
async function examineTurns(
  stateDirectory: string,
  cacheDirectory: string,
): Promise<Pick<Diagnosis, 'running' | 'leftovers' | 'turnsProblem' | 'unreadableTurns'>> {
  try {
    const turns = await listTurns(stateDirectory);
    const leftovers = await findLeftovers({ stateDirectory, cacheDirectory });
    const running = turns.filter(({ state }) => state === 'running').length;
    const unreadableTurns = turns.flatMap(({ problem = [] }) => problem);
    return { running, leftovers, turnsProblem: undefined, unreadableTurns };
  } catch (error) {
    const turnsProblem = errorMessage(error);
    return { running: undefined, leftovers: [], turnsProblem, unreadableTurns: [] };
  }
}

/** Kinds that confine an agent come first. */
async function examineSandboxes(stateDirectory: string): Promise<DiagnosedSandbox[]> {
  const providers: SandboxProvider[] = Object.values(
    sandboxProviders({ stateDirectory, defaultImage: agentsImageName() }),
  );
  const confines = ({ abilities }: SandboxProvider) => Number(abilities.confinesFiles);
  const usual = await defaultSandboxKind().catch(() => undefined);
  return Promise.all(
    providers
      .sort((a, b) => confines(b) - confines(a))
      .map(async (provider) => ({
        kind: provider.kind,
        confinesFiles: provider.abilities.confinesFiles,
        isDefault: provider.kind === usual,
        check: withCommand(await provider.check()),
      })),
  );
}

/** A sandbox provider doesn't know the command that builds its image. */
function withCommand(check: SandboxCheck): SandboxCheck {
  if (check.works || check.code === undefined) return check;
  return { ...check, remedy: 'Build one: dragoman agents image build' };
}

function examineFolder(name: string, path: string, variable: string): DiagnosedFolder {
  return { name, path, variable, problem: folderProblem(path), ...folderSize(path) };
}

/** Why a folder can't be written to or created; undefined if it can. */
export function folderProblem(path: string): string | undefined {
  const status = statOf(path);
  if (status === undefined) return folderProblem(dirname(path));
  if (!status.isDirectory()) return `${path} is not a folder`;
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `${path} can't be written`;
  }
}

/** Undefined also if its parent is no folder. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
