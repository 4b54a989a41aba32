import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAgentReference } from '@dragoman/agents';
import { errorCode } from '@dragoman/protocol/internal';
import { startTurn } from '@dragoman/runtime';
import { defaultSandboxKind, makeTemporaryFolder, type SandboxKind } from '@dragoman/sandbox';
import type { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { installShown } from '../agents/install.js';
import { cancelSignal, followTurn } from '../exec/follow-turn.js';
import { DEMO_FILES, DEMO_PROMPT, DEMO_SCRIPT } from './demo-script.js';

interface DemoOptions {
  readonly json?: boolean;
}

const AGENT = parseAgentReference('codex');
const LONGEST_MS = 120_000;

/**
 * `dragoman demo`: the real Codex CLI does a small job with a scripted model, without a key and without
 * a network, in a HOME and a workspace that are removed afterwards.
 */
export async function demo(options: DemoOptions, terminal: Terminal): Promise<ExitCode> {
  const { paint } = terminal;
  terminal.say(
    paint('bold', 'Dragoman demo: a real Codex CLI, a scripted model, no key, no network'),
  );
  await installShown(AGENT, terminal);
  const folders = await createDemoFolders();
  try {
    return await runDemo(folders, options, terminal);
  } finally {
    await folders.remove();
  }
}

async function runDemo(
  { workspace, stateDirectory }: DemoFolders,
  { json }: DemoOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const sandbox = await chooseSandbox(workspace, terminal);
  terminal.say(`${terminal.paint('bold', 'you:')} ${DEMO_PROMPT}`);
  const turn = await startTurn({
    agent: `${AGENT.name}@${AGENT.version}`,
    prompt: DEMO_PROMPT,
    access: { kind: 'script', script: DEMO_SCRIPT },
    cwd: workspace,
    stateDirectory,
    sandbox,
    // The script decides what it runs and writes, and the workspace is temporary.
    permission: 'bypass',
    limits: { wallMs: LONGEST_MS },
    signal: cancelSignal(terminal),
  });
  return followTurn(
    turn,
    { agent: AGENT.name, cwd: workspace, prompt: DEMO_PROMPT, json, resumable: false },
    terminal,
  );
}

/** The demo runs only its script, so it may run without a sandbox; it says so. */
async function chooseSandbox(workspace: string, { say, paint }: Terminal): Promise<SandboxKind> {
  try {
    return await defaultSandboxKind(workspace);
  } catch (error) {
    if (errorCode(error) !== 'sandbox_unavailable') throw error;
    const words =
      'No sandbox works here, so the demo runs without one; `dragoman exec` would refuse.';
    say(paint('yellow', `${words} See: dragoman doctor`));
    return 'process';
  }
}

/** A temporary workspace and state folder. */
interface DemoFolders {
  readonly workspace: string;
  readonly stateDirectory: string;
  remove(): Promise<void>;
}

async function createDemoFolders(): Promise<DemoFolders> {
  const root = await makeTemporaryFolder('dragoman-demo-');
  const workspace = join(root, 'workspace');
  await mkdir(workspace);
  for (const [name, content] of Object.entries(DEMO_FILES)) {
    await writeFile(join(workspace, name), content);
  }
  return {
    workspace,
    stateDirectory: join(root, 'state'),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
