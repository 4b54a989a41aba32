import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openRun } from '@dragoman/orchestrator';
import type { JournaledEvent } from '@dragoman/protocol';
import { readJournal } from '@dragoman/runtime';
import { processesOf, testCacheDirectory, watchdogOf } from '@dragoman/testkit';
import type { RunRequest } from './owner-program.js';

/** Who is killed with SIGKILL: the process that conducts the run, the watchdog beside it, or both. */
export const VICTIMS = ['owner', 'watchdog', 'both'] as const;

export type Victim = (typeof VICTIMS)[number];

export interface KilledRun {
  readonly victim: Victim;
  readonly afterMs: number;
  /** How many events were in the log when it was killed. */
  readonly events: number;
  readonly complaints: readonly string[];
}

const CANDIDATES = 5;
/** Of a machine that is busy with other things. */
const PATIENCE_MS = 180_000;

/** Kills the process of a run at some moment, goes on with the run, and says what isn't as it must be. */
export async function killedRun(victim: Victim, afterMs: number): Promise<KilledRun> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-killed-')));
  try {
    const repository = makeRepository(root);
    const stateDirectory = join(root, 'state');
    const request = {
      repository,
      stateDirectory,
      cacheDirectory: testCacheDirectory(),
      candidates: CANDIDATES,
    };
    const first = startOwner(request);
    const id = await first.id;
    await delay(afterMs);
    await kill(victim, first.pid);
    await Promise.race([
      first.gone,
      delay(victim === 'watchdog' ? PATIENCE_MS : 10_000, undefined, { ref: false }),
    ]);
    const before = await logOf(id, stateDirectory);
    const isOver = before.some(({ type }) => type === 'run.completed');
    if (!isOver) await startOwner({ ...request, resume: id }).gone;
    const complaints = await complaintsOf(id, root, repository, before);
    return { victim, afterMs, events: before.length, complaints };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function makeRepository(root: string): string {
  const repository = join(root, 'repository');
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', repository]);
  writeFileSync(join(repository, 'a.txt'), 'one\n');
  const who = ['-c', 'user.name=User', '-c', 'user.email=user@dragoman.invalid'];
  execFileSync('git', ['add', '--all'], { cwd: repository });
  execFileSync('git', [...who, 'commit', '--quiet', '--message=first'], { cwd: repository });
  return repository;
}

function startOwner(request: RunRequest) {
  const program = fileURLToPath(new URL('./owner-program.js', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(request));
  let said = '';
  const id = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      said += bytes;
      const [, found] = /^(run_\w+)\n/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The run did not begin: ${said}`)));
  });
  id.catch(() => {});
  return { pid: child.pid ?? -1, id, gone: once(child, 'exit') };
}

async function kill(victim: Victim, owner: number): Promise<void> {
  // There is a watchdog only while a turn runs.
  const watchdog = victim === 'owner' ? undefined : await watchdogOf(owner).catch(() => undefined);
  if (watchdog !== undefined) end(watchdog);
  if (victim !== 'watchdog') end(owner);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was gone before.
  }
}

async function logOf(id: string, stateDirectory: string): Promise<readonly JournaledEvent[]> {
  const events: JournaledEvent[] = [];
  for await (const event of (await openRun(id, { stateDirectory })).events()) events.push(event);
  return events;
}

async function complaintsOf(
  id: string,
  root: string,
  repository: string,
  before: readonly JournaledEvent[],
): Promise<readonly string[]> {
  const stateDirectory = join(root, 'state');
  const events = await logOf(id, stateDirectory);
  const workspaces = join(root, 'dragoman-workspaces', id);
  const left = existsSync(workspaces) ? readdirSync(workspaces) : [];
  const processes = await waitForProcesses(root);
  return [
    ...outcomeComplaints(events, before),
    ...taskComplaints(events),
    ...(await turnComplaints(events, stateDirectory)),
    ...repositoryComplaints(repository, events),
    ...left.map((name) => `the workspace ${name} is left`),
    ...processes.map((words) => `a process is left: ${words}`),
  ];
}

function outcomeComplaints(
  events: readonly JournaledEvent[],
  before: readonly JournaledEvent[],
): string[] {
  const ends = events.filter(({ type }) => type === 'run.completed');
  const selected = events.filter((event) => event.type === 'strategy.selected');
  const chosen = before.find((event) => event.type === 'strategy.selected');
  const isSame = chosen === undefined || selected.every(({ key }) => key === chosen.key);
  return [
    ...(ends.length === 1 && ends[0]?.type === 'run.completed' && ends[0].status === 'success'
      ? []
      : [`it has ${ends.length} ends, or no success`]),
    ...(selected.length === 1 && isSame ? [] : [`${selected.length} winners were named`]),
  ];
}

/** Each task ends once, and nothing of it happens after that. */
function taskComplaints(events: readonly JournaledEvent[]): string[] {
  const ended = new Set<string>();
  const complaints: string[] = [];
  for (const event of events) {
    if (!('key' in event) || !event.type.startsWith('task.')) continue;
    const key = String(event.key);
    if (ended.has(key)) complaints.push(`${event.type} of ${key} after its end`);
    if (/completed|failed|canceled/.test(event.type)) ended.add(key);
    if (event.type === 'task.failed') complaints.push(`${key} failed: ${event.message}`);
  }
  return ended.size === 2 * CANDIDATES ? complaints : [...complaints, `${ended.size} tasks ended`];
}

/** Of two turns of a task the first has ended before the second begins. */
async function turnComplaints(
  events: readonly JournaledEvent[],
  stateDirectory: string,
): Promise<string[]> {
  const turns = groupTurns(events);
  const complaints: string[] = [];
  for (const [key, ids] of turns) {
    let last = '';
    for (const id of ids) {
      const times = await timesOf(join(stateDirectory, 'turns', id));
      // The log names a turn before it begins: one that never did has no journal.
      if (times === undefined) continue;
      if (times.begin < last) complaints.push(`two agents of ${key} at once`);
      last = times.end;
    }
  }
  return complaints;
}

function groupTurns(events: readonly JournaledEvent[]): ReadonlyMap<string, readonly string[]> {
  const turns = new Map<string, string[]>();
  for (const event of events) {
    if (event.type !== 'task.turn') continue;
    turns.set(event.key, [...(turns.get(event.key) ?? []), event.turn_id]);
  }
  return turns;
}

async function timesOf(directory: string) {
  const times: string[] = [];
  try {
    for await (const { ts } of readJournal(directory, { follow: false })) times.push(ts);
  } catch {
    return undefined;
  }
  return { begin: times[0] ?? '', end: times.at(-1) ?? '' };
}

function repositoryComplaints(repository: string, events: readonly JournaledEvent[]): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8' });
  const branches = git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads')
    .trim()
    .split('\n');
  const own = branches.filter((line) => !line.startsWith('refs/heads/main '));
  const imported = events.filter(
    (event) => event.type === 'task.completed' && event.artifact?.branch !== undefined,
  );
  const incoming = git('for-each-ref', 'refs/dragoman/incoming').trim();
  const status = git('status', '--porcelain').trim();
  const lines = own.map((line) => git('show', `${line.split(' ')[0]}:work.txt`));
  return [
    ...(own.length === CANDIDATES && imported.length === CANDIDATES
      ? []
      : [`${own.length} branches, ${imported.length} imports`]),
    ...(lines.every((text) => text.startsWith('work\n')) ? [] : ['a branch has other work']),
    ...(incoming === '' ? [] : ['a ref for an import is left']),
    ...(status === '' ? [] : [`the repository has changed: ${status}`]),
  ];
}

/** A watchdog goes a while after the last turn. */
async function waitForProcesses(root: string): Promise<readonly string[]> {
  const deadline = performance.now() + 15_000;
  while (true) {
    const found = await processesOf([root]);
    if (found.length === 0 || performance.now() > deadline) {
      return found.map(({ args }) => args.join(' ').slice(0, 100));
    }
    await delay(200);
  }
}
