import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareLoops } from '../bare-loops.js';
import type { Measurement, Unmeasured } from '../benchmark.js';
import { median } from '../median.js';
import { type AgentsHome, withAgentsHome } from './agents-home.js';

const MEGABYTES = Number(process.env.BENCH_USAGE_MB ?? 1000);
const ROUNDS = 3;
const WORDS = 'flaky zebra';
const command = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../packages/cli/bin/dragoman.cjs',
);

/** What was run, and what it took. */
interface Run {
  /** By the clock. */
  readonly seconds: number;
  /** On all cores together. A busy machine changes it less. */
  readonly cpuSeconds: number;
  /** The most memory that it took, in MB. */
  readonly megabytes: number;
}

/** Programs to compare with, and how to get them. */
const PEERS = {
  ccusage: { program: process.env.CCUSAGE ?? 'ccusage', get: 'npm i -g ccusage, or CCUSAGE=path' },
  ripgrep: { program: 'rg', get: 'the package ripgrep' },
};
type PeerName = keyof typeof PEERS;

/**
 * `dragoman usage` and `dragoman sessions search` as a person runs them, over sessions of all agents:
 * against a bare loop, ccusage and ripgrep on the same files.
 */
export function usageOfAgents(): Promise<readonly (Measurement | Unmeasured)[]> {
  if (!existsSync(TIMER)) {
    const unmeasured = `GNU time is not installed (${TIMER})`;
    return Promise.resolve([{ name: 'usage and search of sessions', unmeasured }]);
  }
  return withAgentsHome(MEGABYTES * 1e6, async (agents) => {
    const cache = join(agents.home, 'cache');
    const dragoman = (...args: readonly string[]) =>
      run(process.execPath, [command, ...args], agents);
    const peer = (name: PeerName, ...args: readonly string[]) =>
      isInstalled(name) ? { [name]: () => run(PEERS[name].program, args, agents) } : {};
    const runs: Record<string, Run[]> = {};
    for (let round = 0; round <= ROUNDS; round += 1) {
      rmSync(cache, { recursive: true, force: true });
      const ways: Record<string, () => Run> = {
        bare: () => bareLoop(agents),
        cold: () => dragoman('usage'),
        warm: () => dragoman('usage'),
        ...peer('ccusage', 'daily', '--offline'),
        search: () => dragoman('sessions', 'search', WORDS, agents.home),
        ...peer('ripgrep', '-F', '-i', '--hidden', '-c', WORDS, agents.home),
      };
      // The first round fills the caches of the system.
      for (const [name, way] of Object.entries(ways)) {
        const one = way();
        if (round > 0) runs[name] = [...(runs[name] ?? []), one];
      }
    }
    return measurements(
      runs,
      `${Math.round(agents.bytes / 1e6)} MB of sessions in ${agents.files} files`,
    );
  });
}

function isInstalled(name: PeerName): boolean {
  return spawnSync(PEERS[name].program, ['--version']).status === 0;
}

function measurements(
  runs: Readonly<Record<string, readonly Run[]>>,
  what: string,
): (Measurement | Unmeasured)[] {
  const of = (name: string) => runs[name] ?? [];
  const middle = (name: string, figure: keyof Run) => median(of(name).map((one) => one[figure]));
  /** Round by round: what else the machine does changes from one to the next. */
  const ratioOf = (way: string, other: string, figure: keyof Run) =>
    median(of(way).map((one, round) => one[figure] / (of(other)[round]?.[figure] ?? Number.NaN)));
  const taken = (name: string) =>
    `${name} ${middle(name, 'seconds').toFixed(2)} s, ${middle(name, 'cpuSeconds').toFixed(2)} s of CPU`;
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
  const ratio = (name: string, way: string, other: string, bar: number) => ({
    ...{ name: `${name}, ${what}`, value: ratioOf(way, other, 'seconds'), unit: '×', bar },
    detail: `CPU ${ratioOf(way, other, 'cpuSeconds').toFixed(2)} ×; ${taken(way)}; ${taken(other)}; ${ROUNDS} rounds, ${load}`,
  });
  const against = (name: string, way: string, peer: PeerName, bar: number) =>
    peer in runs
      ? ratio(name, way, peer, bar)
      : { name, unmeasured: `${peer} is not installed (${PEERS[peer].get})` };
  return [
    ratio('usage, first run, over a bare JSON.parse loop', 'cold', 'bare', 0.5),
    against('usage, first run, over ccusage', 'cold', 'ccusage', 1),
    {
      ...{ name: `usage, second run, ${what}`, value: middle('warm', 'seconds'), unit: 's' },
      ...{ bar: 0.3, detail: `${taken('warm')}; ${ROUNDS} rounds, ${load}` },
    },
    against('search over ripgrep', 'search', 'ripgrep', 2),
    ...['cold', 'warm', 'search'].map((way) => ({
      name: `RSS at most of ${way}, ${what}`,
      value: Math.max(...of(way).map(({ megabytes }) => megabytes)),
      ...{ unit: 'MB', bar: 150, detail: `${ROUNDS} rounds` },
    })),
  ];
}

function bareLoop({ paths }: AgentsHome): Run {
  const began = performance.now();
  const cpu = process.cpuUsage();
  for (const path of paths) {
    if (path.endsWith('.jsonl')) bareLoops.cutBytes(readFileSync(path));
    else JSON.parse(readFileSync(path, 'utf8'));
  }
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, cpuSeconds: (user + system) / 1e6, megabytes: 0 };
}

const TIMER = '/usr/bin/time';

/** Runs a program with another home. */
function run(program: string, args: readonly string[], { home }: AgentsHome): Run {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    DRAGOMAN_STATE: join(home, 'state'),
  };
  const timed = ['-f', 'took %U %S %M', program, ...args];
  const began = performance.now();
  const { stderr, error } = spawnSync(TIMER, timed, { env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error !== undefined) throw error;
  const seconds = (performance.now() - began) / 1000;
  const [, user, system, kilobytes] = /took (\S+) (\S+) (\d+)/.exec(stderr) ?? [];
  return {
    seconds,
    cpuSeconds: Number(user) + Number(system),
    megabytes: Number(kilobytes) / 1000,
  };
}
