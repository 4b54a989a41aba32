import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { bareLoops } from '../sessions/bare-loop.js';
import { type AgentsHome, withAgentsHome } from './agents-home.js';

const MEGABYTES = Number(process.env.BENCH_USAGE_MB ?? 1000);
const ROUNDS = 3;
const WORDS = 'flaky zebra';
const command = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../packages/cli/bin/dragoman.cjs',
);

/** A program that was run, and how long it took. */
interface Run {
  readonly seconds: number;
  /** The most memory that it took, in MB. */
  readonly megabytes: number;
}

/**
 * `dragoman usage` and `dragoman sessions search` as a person runs them, over sessions of all agents:
 * against a bare loop, ccusage (`CCUSAGE`, the path of its program) and ripgrep on the same files.
 */
export function usageOfAgents(): Promise<Measurement[]> {
  return withAgentsHome(MEGABYTES * 1e6, async (agents) => {
    const cache = join(agents.home, 'cache');
    const dragoman = (...args: readonly string[]) =>
      run(process.execPath, [command, ...args], agents);
    const ccusage = process.env.CCUSAGE;
    const times: Record<string, Run[]> = {};
    const note = (name: string, one: Run) => {
      times[name] = [...(times[name] ?? []), one];
    };
    for (let round = 0; round <= ROUNDS; round += 1) {
      rmSync(cache, { recursive: true, force: true });
      const ways: Record<string, () => Run> = {
        bare: () => bareLoop(agents),
        cold: () => dragoman('usage'),
        warm: () => dragoman('usage'),
        ...(ccusage && { ccusage: () => run(ccusage, ['daily', '--offline'], agents) }),
        search: () => dragoman('sessions', 'search', WORDS, agents.home),
        ripgrep: () => run('rg', ['-F', '-i', '--hidden', '-c', WORDS, agents.home], agents),
      };
      // The first round fills the caches of the system.
      for (const [name, way] of Object.entries(ways)) {
        const one = way();
        if (round > 0) note(name, one);
      }
    }
    return measurements(
      times,
      `${Math.round(agents.bytes / 1e6)} MB of sessions in ${agents.files} files`,
    );
  });
}

function measurements(
  times: Readonly<Record<string, readonly Run[]>>,
  what: string,
): Measurement[] {
  const secondsOf = (name: string) => median((times[name] ?? []).map(({ seconds }) => seconds));
  const most = (name: string) => Math.max(...(times[name] ?? []).map(({ megabytes }) => megabytes));
  const ratio = (name: string, way: string, other: string, bar: number): Measurement => ({
    ...{ name: `${name} of ${what}`, value: secondsOf(way) / secondsOf(other), unit: '×', bar },
    detail: `${ROUNDS} rounds, ${way} ${secondsOf(way).toFixed(2)} s, ${other} ${secondsOf(other).toFixed(2)} s`,
  });
  const memory = (way: string): Measurement => ({
    ...{ name: `RSS at most of ${way}, ${what}`, value: most(way), unit: 'MB', bar: 150 },
    detail: `${ROUNDS} rounds`,
  });
  return [
    ratio('usage, first run, over a bare JSON.parse loop', 'cold', 'bare', 0.5),
    ...('ccusage' in times ? [ratio('usage, first run, over ccusage', 'cold', 'ccusage', 1)] : []),
    {
      ...{ name: `usage, second run, of ${what}`, value: secondsOf('warm'), unit: 's', bar: 0.3 },
      detail: `${ROUNDS} rounds`,
    },
    ratio('search over ripgrep', 'search', 'ripgrep', 2),
    ...['cold', 'warm', 'search'].map(memory),
  ];
}

function bareLoop({ paths }: AgentsHome): Run {
  const began = performance.now();
  for (const path of paths) {
    if (path.endsWith('.jsonl')) bareLoops.cutBytes(path);
    else JSON.parse(readFileSync(path, 'utf8'));
  }
  return { seconds: (performance.now() - began) / 1000, megabytes: 0 };
}

const TIMER = '/usr/bin/time';

/** Runs a program with another home. Its memory is known where there is GNU time. */
function run(program: string, args: readonly string[], { home }: AgentsHome): Run {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    DRAGOMAN_STATE: join(home, 'state'),
  };
  const [file = program, ...rest] = existsSync(TIMER)
    ? [TIMER, '-f', 'RSS %M', program, ...args]
    : [program, ...args];
  const began = performance.now();
  const { stderr, error } = spawnSync(file, rest, { env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error !== undefined) throw error;
  const seconds = (performance.now() - began) / 1000;
  const [, kilobytes = 'NaN'] = /RSS (\d+)/.exec(stderr) ?? [];
  return { seconds, megabytes: Number(kilobytes) / 1000 };
}
