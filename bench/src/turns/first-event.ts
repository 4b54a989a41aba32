import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCodexStdoutMapper } from '@dragoman/agents/codex';
import { type BaseChatRequest, type ChatAgent, chatRequest, runChat } from '@dragoman/runtime';
import type { SandboxKind } from '@dragoman/sandbox';
import { requireProgram } from '@dragoman/testkit';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';

const ROUNDS = 10;

/** A CLI whose first line says when it was printed. */
const PROGRAM = `
  const at = String(performance.timeOrigin + performance.now());
  process.stdout.write(JSON.stringify({ type: 'thread.started', thread_id: at }) + '\\n');
  process.stdout.write(JSON.stringify({ type: 'turn.completed', usage: {} }) + '\\n');`;

const agent: ChatAgent<BaseChatRequest> = {
  requestSchema: chatRequest,
  prepare: async () => ({ readable: [process.execPath] }),
  prepareSandbox: async () => {},
  createCommand: () => ({ cmd: process.execPath, args: ['-e', PROGRAM] }),
  createStdoutMapper: () => createCodexStdoutMapper(),
};

/** How long after the CLI has printed its first line a reader has the event. */
export async function firstEvent(): Promise<Measurement[]> {
  await requireProgram('bwrap', 'bubblewrap');
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  try {
    await mkdir(join(folder, 'workspace'));
    const measurements: Measurement[] = [];
    for (const sandbox of ['process', 'bubblewrap'] as const) {
      const delays: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const delay = await delayOfFirst(folder, sandbox);
        if (round > 0) delays.push(delay);
      }
      measurements.push({
        name: `first event after the CLI's first line, ${sandbox}`,
        value: median(delays),
        unit: 'ms',
        bar: 30,
        detail: `${ROUNDS} turns, ${Math.min(...delays).toFixed(1)} to ${Math.max(...delays).toFixed(1)} ms`,
      });
    }
    return measurements;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function delayOfFirst(folder: string, sandbox: SandboxKind): Promise<number> {
  const response = await runChat({
    agent,
    input: { message: 'Go.' },
    cwd: join(folder, 'workspace'),
    sandbox,
    stateDirectory: join(folder, 'state'),
  });
  const decoder = new TextDecoder();
  let delay: number | undefined;
  for await (const chunk of response.body ?? []) {
    const printed = /"session_id":"([\d.]+)"/.exec(decoder.decode(chunk))?.[1];
    if (printed === undefined) continue;
    delay ??= performance.timeOrigin + performance.now() - Number(printed);
  }
  if (delay === undefined) throw new Error('no event came');
  return delay;
}
