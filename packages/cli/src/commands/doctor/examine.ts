import { agentNames, agents } from '@dragoman/agents';
import { errorMessage } from '@dragoman/protocol';
import {
  agentsImageName,
  defaultCacheDirectory,
  examineInstalls,
  findLeftovers,
  folderSize,
  listTurns,
} from '@dragoman/runtime';
import {
  defaultSandboxKind,
  defaultStateDirectory,
  type SandboxCheck,
  type SandboxProvider,
  sandboxProviders,
} from '@dragoman/sandbox';
import { ownVersion } from '../../own-version.js';
import type { DiagnosedAgent, DiagnosedFolder, DiagnosedSandbox, Diagnosis } from './diagnosis.js';
import { findPrograms } from './find-programs.js';
import { folderProblem } from './folder-problem.js';

/** Looks at all that matters for running agents here. Changes nothing. */
export async function examine(): Promise<Diagnosis> {
  const [stateDirectory, cacheDirectory] = [defaultStateDirectory(), defaultCacheDirectory()];
  const [programs, diagnosedAgents, sandboxes, turns] = await Promise.all([
    findPrograms(),
    examineAgents(cacheDirectory),
    examineSandboxes(stateDirectory),
    examineTurns(stateDirectory, cacheDirectory),
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
    ...turns,
    usable:
      (hasAgent || hasNpm) &&
      sandboxes.some(({ confinesFiles, check }) => confinesFiles && check.works) &&
      folders.every(({ name, problem }) => name !== 'state' || problem === undefined),
  };
}

async function examineAgents(cacheDirectory: string): Promise<DiagnosedAgent[]> {
  const found = await examineInstalls(cacheDirectory);
  return agentNames.map((name) => {
    const { version: defaultVersion, keys } = agents[name];
    return {
      name,
      defaultVersion,
      installed: found
        .filter((one) => one.name === name && 'executable' in one)
        .map(({ version }) => version),
      changed: found.flatMap((one) => (one.name === name && 'problem' in one ? [one.problem] : [])),
      keyVariables: keys.keyVariables,
      keysSet: keys.keyVariables.filter((variable) => process.env[variable]),
    };
  });
}

/** A folder that can't be read keeps nobody from the rest of the diagnosis. */
async function examineTurns(
  stateDirectory: string,
  cacheDirectory: string,
): Promise<Pick<Diagnosis, 'running' | 'leftovers' | 'turnsProblem'>> {
  try {
    const turns = await listTurns(stateDirectory);
    const leftovers = await findLeftovers({ stateDirectory, cacheDirectory });
    const running = turns.filter(({ state }) => state === 'running').length;
    return { running, leftovers, turnsProblem: undefined };
  } catch (error) {
    return { running: undefined, leftovers: [], turnsProblem: errorMessage(error) };
  }
}

/** Those that confine an agent come first. */
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

/** A sandbox doesn't know the command that makes an image for it. */
function withCommand(check: SandboxCheck): SandboxCheck {
  if (check.works || check.code === undefined) return check;
  return { ...check, remedy: 'Build one: dragoman agents image build' };
}

function examineFolder(name: string, path: string, variable: string): DiagnosedFolder {
  return { name, path, variable, problem: folderProblem(path), ...folderSize(path) };
}
