import { agentNames, agents } from '@dragoman/agents';
import {
  agentsImageName,
  defaultCacheDirectory,
  listInstalled,
  listTurns,
} from '@dragoman/runtime';
import {
  defaultStateDirectory,
  type SandboxCheck,
  type SandboxProvider,
  sandboxProviders,
} from '@dragoman/sandbox';
import { ownVersion } from '../../own-version.js';
import type { DiagnosedAgent, DiagnosedFolder, DiagnosedSandbox, Diagnosis } from './diagnosis.js';
import { findLeftovers } from './find-leftovers.js';
import { findPrograms } from './find-programs.js';
import { folderProblem } from './folder-problem.js';
import { folderSize } from './folder-size.js';

/** Looks at all that matters for running agents here. Changes nothing. */
export async function examine(): Promise<Diagnosis> {
  const [stateDirectory, cacheDirectory] = [defaultStateDirectory(), defaultCacheDirectory()];
  const [programs, diagnosedAgents, sandboxes, turns, leftovers] = await Promise.all([
    findPrograms(),
    examineAgents(cacheDirectory),
    examineSandboxes(stateDirectory),
    listTurns(stateDirectory),
    findLeftovers({ stateDirectory, cacheDirectory }),
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
    running: turns.filter(({ state }) => state === 'running').length,
    leftovers,
    usable:
      (hasAgent || hasNpm) &&
      sandboxes.some(({ check }) => check.works) &&
      folders.every(({ name, problem }) => name !== 'state' || problem === undefined),
  };
}

async function examineAgents(cacheDirectory: string): Promise<DiagnosedAgent[]> {
  const installed = await listInstalled(cacheDirectory);
  return agentNames.map((name) => {
    const { version: defaultVersion, keys } = agents[name];
    return {
      name,
      defaultVersion,
      installed: installed.filter((one) => one.name === name).map(({ version }) => version),
      keyVariables: keys.keyVariables,
      keysSet: keys.keyVariables.filter((variable) => process.env[variable]),
    };
  });
}

/** The best confinement first. */
async function examineSandboxes(stateDirectory: string): Promise<DiagnosedSandbox[]> {
  const {
    bubblewrap,
    container,
    process: plain,
  } = sandboxProviders({
    stateDirectory,
    defaultImage: agentsImageName(),
  });
  const providers: readonly SandboxProvider[] = [bubblewrap, container, plain];
  const checks = await Promise.all(providers.map(async (provider) => told(await provider.check())));
  const usual = checks[0]?.works ? 'bubblewrap' : 'process';
  return providers.flatMap(({ kind, abilities: { confinesFiles } }, index) => {
    const check = checks[index];
    return check === undefined ? [] : [{ kind, confinesFiles, isDefault: kind === usual, check }];
  });
}

/** A sandbox doesn't know that an image of this name is what one command without options makes. */
function told(check: SandboxCheck): SandboxCheck {
  const isOurs = !check.works && check.remedy.includes(agentsImageName());
  return isOurs ? { ...check, remedy: 'Build it: dragoman agents image build' } : check;
}

function examineFolder(name: string, path: string, variable: string): DiagnosedFolder {
  return { name, path, variable, problem: folderProblem(path), ...folderSize(path) };
}
