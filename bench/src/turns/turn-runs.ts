import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { createThrowawayHome } from '@dragoman/runtime/internal';
import { runProcess, type SandboxKind } from '@dragoman/sandbox';
import { runRawTurn, testCacheDirectory } from '@dragoman/testkit';

const SCRIPT = { steps: [{ say: 'Hello from a script.' }] };
const PROMPT = 'Say hello.';
const DRAGOMAN = fileURLToPath(new URL('../../../packages/cli/bin/dragoman.cjs', import.meta.url));

/** The same small turn, with nothing around the CLI and as `dragoman exec`, each to its end. */
export interface TurnRuns {
  raw(): Promise<void>;
  exec(sandbox: SandboxKind): Promise<void>;
}

export async function withTurnRuns<T>(use: (runs: TurnRuns) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  const script = join(folder, 'script.json');
  await writeFile(script, JSON.stringify(SCRIPT));
  await mkdir(join(folder, 'workspace'));
  const gateway = await startScriptGateway({ script: defineScript(SCRIPT) });
  try {
    return await use({ raw: () => raw(gateway), exec: (sandbox) => exec(folder, script, sandbox) });
  } finally {
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function raw(gateway: Awaited<ReturnType<typeof startScriptGateway>>): Promise<void> {
  const fixture = await createThrowawayHome();
  const pass = gateway.admit({});
  try {
    const { home, workspace: cwd } = fixture;
    const { token } = pass;
    const ended = await runRawTurn({ agent: 'codex', prompt: PROMPT, gateway, token, home, cwd });
    if (ended.exitCode !== 0) throw new Error(`codex: ${ended.stderr}`);
  } finally {
    pass.revoke();
    await fixture.remove();
  }
}

async function exec(folder: string, script: string, sandbox: SandboxKind): Promise<void> {
  const ended = await runProcess({
    executable: process.execPath,
    args: [DRAGOMAN, 'exec', PROMPT, '--script', script, '--sandbox', sandbox, '--json'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      DRAGOMAN_CACHE: testCacheDirectory(),
      DRAGOMAN_STATE: join(folder, 'state'),
    },
    cwd: join(folder, 'workspace'),
    timeoutMs: 60_000,
  });
  if (ended.exitCode !== 0) throw new Error(`dragoman exec: ${ended.stderr}`);
}
