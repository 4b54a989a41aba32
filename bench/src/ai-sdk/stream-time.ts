import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDragoman } from '@dragoman/ai-sdk';
import { defineScript } from '@dragoman/gateway';
import { testAgent, testCacheDirectory } from '@dragoman/testkit';
import { streamText } from 'ai-v6';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { withTurnRuns } from '../turns/turn-runs.js';

const ROUNDS = 10;
const HELLO = { steps: [{ say: 'Hello from a script.' }] };

/** What `streamText` with the embedded model takes over the bare CLI, one beside the other. */
export async function streamTime(): Promise<Measurement[]> {
  await testAgent('codex');
  const cwd = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  try {
    return await withTurnRuns(async ({ raw }) => {
      const ways = { raw, streamed: () => streamHello(cwd) };
      const times: Record<keyof typeof ways, number[]> = { raw: [], streamed: [] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const name of ['raw', 'streamed'] as const) {
          const began = performance.now();
          await ways[name]();
          // The first round fills caches.
          if (round > 0) times[name].push(performance.now() - began);
        }
      }
      return [
        {
          name: 'streamText with the embedded model, over bare codex exec',
          value: median(times.streamed) / median(times.raw),
          unit: '×',
          bar: 1.3,
          detail: `${ROUNDS} rounds, medians ${median(times.streamed).toFixed(0)} ms, bare ${median(times.raw).toFixed(0)} ms`,
        },
      ];
    });
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

async function streamHello(cwd: string): Promise<void> {
  const dragoman = createDragoman({
    cwd,
    stateDirectory: join(cwd, '.state'),
    cacheDir: testCacheDirectory(),
    sandbox: 'process',
    access: { kind: 'script', script: defineScript(HELLO) },
  });
  const result = streamText({ model: dragoman('codex'), prompt: 'Say hello.' });
  if ((await result.text) !== 'Hello from a script.') throw new Error('The model said otherwise.');
}
