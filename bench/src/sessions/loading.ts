import { readFileSync } from 'node:fs';
import type { AgentName } from '@dragoman/agents';
import { bareLoops } from '../bare-loops.js';
import type { Measurement } from '../benchmark.js';
import { jobs } from './jobs.js';
import { memoryOf } from './memory.js';
import { compare, race } from './race.js';
import { type SessionFolder, withBlownUpFolder, withSessionFolder } from './session-folder.js';

const FILES = 100;
const BYTES_EACH = 2_000_000;
const ROUNDS = 5;

/** Long sessions of all versions: all their messages, and what they used. */
export function loadingSessions(): Promise<Measurement[]> {
  return withSessionFolder(FILES, BYTES_EACH, async (folder) => {
    const times = await race(
      {
        ...bareWays(folder),
        load: () => jobs.load(folder),
        usage: () => jobs.usage(folder),
      },
      ROUNDS,
    );
    const size = `${(FILES * BYTES_EACH) / 1e6} MB of sessions`;
    const load = compare(times, 'load', ['cutBytes', 'cutText']);
    const usage = compare(times, 'usage', ['cutBytes', 'cutText']);
    return [
      {
        name: `loading ${size} over a bare JSON.parse loop`,
        value: load.ratio,
        unit: '×',
        bar: 2,
        detail: load.detail,
      },
      {
        name: `totalling the usage of ${size} over a bare JSON.parse loop`,
        value: usage.ratio,
        unit: '×',
        bar: 0.5,
        detail: usage.detail,
      },
      await memoryOf('load', folder, `loading ${size} of ${BYTES_EACH / 1e6} MB each`),
      await memoryOf('usage', folder, `totalling their usage`),
    ];
  });
}

/** Blown-up recordings of the other agents whose sessions are files of lines. */
export function loadingClaude(): Promise<Measurement[]> {
  return loadingBlownUp('claude');
}

export function loadingGemini(): Promise<Measurement[]> {
  return loadingBlownUp('gemini');
}

function loadingBlownUp(agent: AgentName): Promise<Measurement[]> {
  return withBlownUpFolder(agent, FILES, BYTES_EACH, async (folder) => {
    const ways = { ...bareWays(folder), load: () => jobs.load(folder) };
    const { ratio, detail } = compare(await race(ways, ROUNDS), 'load', ['cutBytes', 'cutText']);
    const size = `${(FILES * BYTES_EACH) / 1e6} MB of ${agent} sessions`;
    return [
      {
        name: `loading ${size} over a bare JSON.parse loop`,
        value: ratio,
        unit: '×',
        bar: 1.5,
        detail,
      },
      await memoryOf('load', folder, `loading ${size} of ${BYTES_EACH / 1e6} MB each`),
    ];
  });
}

/** The bare loops over all files of a folder. */
export function bareWays({ paths }: SessionFolder) {
  return {
    cutBytes: async () => paths.map((path) => bareLoops.cutBytes(readFileSync(path))),
    cutText: async () => paths.map((path) => bareLoops.cutText(readFileSync(path, 'utf8'))),
  };
}
