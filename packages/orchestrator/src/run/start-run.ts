import { resolve } from 'node:path';
import { parseAgentReference } from '@dragoman/agents';
import { DragomanError, type EventByType } from '@dragoman/protocol';
import { defaultCacheDirectory } from '@dragoman/runtime/internal';
import {
  defaultSandboxKind,
  defaultStateDirectory,
  makeFolder,
  makeWorkspacesDirectory,
  type SandboxProvider,
  sandboxProvider,
} from '@dragoman/sandbox';
import type { Base } from '../contract.js';
import { checkNamespace, findHostRepository } from '../git/host-repository.js';
import { resolveBase } from '../git/resolve-base.js';
import { type Git, openGit } from '../git/run-git.js';
import { userConfigFile } from '../git/user-config.js';
import { openRunLog } from '../log/run-log.js';
import {
  type AnyStrategy,
  builtInStrategy,
  parseParameters,
} from '../strategies/built-in-strategies.js';
import { beginRun } from './begin-run.js';
import type { Run } from './run.js';
import { runFolders } from './run-folders.js';
import { newRunId } from './run-id.js';
import type { ResumeOptions, RunOptions, RunSettings } from './run-options.js';
import { type RunRecord, readRunRecord, writeRunRecord } from './run-record.js';

/**
 * Starts a run: a strategy that asks for tasks, each of which is done in a clone of its own. What can be
 * refused is refused here, with a `DragomanError`, before anything exists; whatever goes wrong later is in
 * the log of the run.
 *
 * @example
 * const run = await startRun({
 *   prompt: 'Fix the flaky test.',
 *   agent: 'codex',
 *   strategy: 'best-of-n',
 *   parameters: { n: 3, verify: 'npm test' },
 *   access: (agent) => resolveModelAccess({ agent, env: process.env }),
 * });
 * const { status, winners } = await run.outcome;
 */
export async function startRun(options: RunOptions): Promise<Run> {
  const { prompt, agent, model, otherAgents = [], executions = 1, access } = options;
  if (prompt.trim() === '') throw new DragomanError('invalid_request', 'The prompt is empty.');
  checkCount('executions', executions);
  checkCount('parallel', options.parallel ?? 1);
  for (const reference of [agent, ...otherAgents]) parseAgentReference(reference);
  const strategy = strategyOf(options.strategy);
  const parameters = parseParameters(strategy, options.parameters ?? {});
  const id = newRunId();
  const opened = await openRepository(id, options, options.repository ?? '.');
  const { git, repository, userConfig, folders } = opened;
  const base = await resolveBase(git, repository, { base: options.base ?? 'HEAD', userConfig });
  makeFolder(folders.directory);
  writeRunRecord(folders.directory, recordOf(id, options, parameters, opened, base));
  const log = await openRunLog(folders.directory);
  try {
    const named = { run_id: id, prompt, base: base.text, base_commit: base.commit };
    const described = { strategy: { name: strategy.name }, parameters, executions };
    log.append({ type: 'run.started', ...named, ...described });
    await log.sync();
    const said = { prompt, parameters, agent, model, otherAgents };
    const asked = { id, ...said, settings: options, access, strategy, base, log };
    return await beginRun({ ...opened, ...asked });
  } catch (error) {
    // What could not be begun holds nothing.
    log.close();
    throw error;
  }
}

/**
 * Goes on with a run whose process stopped or died: what has ended is answered from the log, what was
 * interrupted goes on. Rejects with `run_unknown`, with `run_over` where nothing is left to do, and with
 * `journal_locked` while another process conducts it.
 */
export async function resumeRun(options: ResumeOptions): Promise<Run> {
  const { id, retryFailed = false, access } = options;
  checkCount('parallel', options.parallel ?? 1);
  const { stateDirectory = defaultStateDirectory(), cacheDirectory = defaultCacheDirectory() } =
    options;
  const { directory } = runFolders(id, stateDirectory, cacheDirectory);
  const record = await readRunRecord(directory, id);
  const log = await openRunLog(directory);
  try {
    const { started, completed } = log.state;
    if (started === undefined) throw neverBegan(id);
    if (completed !== undefined && !(retryFailed && completed.status !== 'success'))
      throw isOver(id);
    const strategy = options.strategy ?? strategyOf(started.strategy.name);
    if (strategy.name !== started.strategy.name) throw otherStrategy(started, strategy);
    const settings = settingsOf(record, options);
    const opened = await openRepository(id, settings, record.repository);
    const base = { text: started.base, commit: started.base_commit, ...branchOf(record) };
    log.append({ type: 'run.resumed', ...(retryFailed && { overrides: { retry_failed: true } }) });
    await log.sync();
    const { prompt, parameters, agent, model, otherAgents } = record;
    const said = { prompt, parameters, agent, model, otherAgents };
    const asked = { id, ...said, settings, access, strategy, base, log };
    return await beginRun({ ...opened, ...asked });
  } catch (error) {
    log.close();
    throw error;
  }
}

/** Of nothing at once a run would wait for ever. */
function checkCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new DragomanError('invalid_request', `${name} is ${value}: give a whole number from 1 on.`);
}

function strategyOf(asked: string | AnyStrategy = 'simple'): AnyStrategy {
  return typeof asked === 'string' ? builtInStrategy(asked) : asked;
}

type OpenRepository = Awaited<ReturnType<typeof openRepository>>;

/** Everything that a run needs of this machine. */
async function openRepository(id: string, options: RunSettings, path: string) {
  const { stateDirectory = defaultStateDirectory(), cacheDirectory = defaultCacheDirectory() } =
    options;
  const folder = resolve(path);
  const folders = runFolders(id, resolve(stateDirectory), resolve(cacheDirectory));
  const sandboxes = await providerOf(options, folder, folders.stateDirectory);
  const git: Git = await openGit({ writable: [folder] });
  const userConfig = userConfigFile({ directory: folders.gitConfigs, repository: folder });
  const repository = await findHostRepository(git, { path: folder, userConfig });
  await checkNamespace(git, repository);
  makeWorkspacesDirectory(folders.stateDirectory);
  return { git, userConfig, repository, folders, sandboxes };
}

async function providerOf(
  { sandbox }: RunSettings,
  folder: string,
  stateDirectory: string,
): Promise<SandboxProvider> {
  if (typeof sandbox === 'object') return sandbox;
  return sandboxProvider(sandbox ?? (await defaultSandboxKind(folder)), { stateDirectory });
}

function recordOf(
  id: string,
  options: RunOptions,
  parameters: Readonly<Record<string, unknown>>,
  { repository, sandboxes }: OpenRepository,
  { branch }: Base,
): RunRecord {
  const {
    agent,
    model,
    otherAgents = [],
    image,
    network,
    permission,
    sandboxLimits,
    limits,
    parallel,
  } = options;
  return {
    id,
    repository: repository.worktree ?? repository.commonDir,
    ...(branch !== undefined && { baseBranch: branch }),
    prompt: options.prompt,
    parameters,
    agent,
    ...(model !== undefined && { model }),
    otherAgents: [...otherAgents],
    settings: {
      sandbox: sandboxes.kind,
      ...(image !== undefined && { image }),
      ...(network !== undefined && { network }),
      ...(options.allowHosts !== undefined && { allowHosts: [...options.allowHosts] }),
      ...(permission !== undefined && { permission }),
      ...(sandboxLimits !== undefined && { sandboxLimits: { ...sandboxLimits } }),
      ...(limits !== undefined && { limits: { ...limits } }),
      ...(parallel !== undefined && { parallel }),
    },
  };
}

/** What is said now wins over what was said then. */
function settingsOf({ settings }: RunRecord, given: ResumeOptions): RunSettings {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...settings, ...Object.fromEntries(said) } as RunSettings;
}

function branchOf({ baseBranch }: RunRecord): Pick<Base, 'branch'> {
  return baseBranch === undefined ? {} : { branch: baseBranch };
}

function otherStrategy(
  { run_id: id, strategy }: EventByType['run.started'],
  { name }: AnyStrategy,
): DragomanError {
  return new DragomanError(
    'invalid_request',
    `The run ${id} began with the strategy ${strategy.name}, and can't go on with ${name}.`,
  );
}

function neverBegan(id: string): DragomanError {
  return new DragomanError('run_unknown', `The run ${id} never began: there is nothing to resume.`);
}

function isOver(id: string): DragomanError {
  return new DragomanError(
    'run_over',
    `The run ${id} is over: there is nothing to resume. To try again what failed: --retry-failed.`,
  );
}
