import { parseAgentReference } from '@dragoman/agents';
import { errorCode } from '@dragoman/protocol';
import { startTurn } from '@dragoman/runtime';
import { defaultSandboxKind, type SandboxKind } from '@dragoman/sandbox';
import type { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { installShown } from '../agents/install-shown.js';
import { cancelSignal } from '../exec/cancel-signal.js';
import { followTurn } from '../exec/follow-turn.js';
import { createDemoFolders, type DemoFolders } from './demo-folders.js';
import { DEMO_PROMPT, DEMO_SCRIPT } from './demo-script.js';
import { describeChanges, readWorkspace } from './workspace-changes.js';

export interface DemoOptions {
  readonly json?: boolean;
}

const AGENT = parseAgentReference('codex');
const LONGEST_MS = 120_000;

/**
 * `dragoman demo`: the real Codex CLI does a small job under a scripted model, without a key and
 * without a network, in a HOME and a workspace that are thrown away.
 */
export async function demo(options: DemoOptions, terminal: Terminal): Promise<ExitCode> {
  const { paint } = terminal;
  terminal.say(
    paint('bold', 'Dragoman demo: a real Codex CLI, a scripted model, no key, no network'),
  );
  await installShown(AGENT, terminal);
  const place = await createDemoFolders();
  try {
    return await runDemo(place, options, terminal);
  } finally {
    await place.remove();
  }
}

async function runDemo(
  { workspace, stateDirectory }: DemoFolders,
  { json }: DemoOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const before = await readWorkspace(workspace);
  const sandbox = await chooseSandbox(workspace, terminal);
  terminal.say(`${terminal.paint('bold', 'you:')} ${DEMO_PROMPT}`);
  const turn = await startTurn({
    agent: `${AGENT.name}@${AGENT.version}`,
    prompt: DEMO_PROMPT,
    access: { kind: 'script', script: DEMO_SCRIPT },
    cwd: workspace,
    stateDirectory,
    sandbox,
    // What it runs and writes is in our own script, in a folder of its own.
    permission: 'bypass',
    limits: { wallMs: LONGEST_MS },
    signal: cancelSignal(terminal),
  });
  const code = await followTurn(
    turn,
    { agent: AGENT.name, cwd: workspace, prompt: DEMO_PROMPT, json, resumable: false },
    terminal,
  );
  const changes = describeChanges(before, await readWorkspace(workspace));
  terminal.say(terminal.paint('dim', `  files: ${changes.join(', ') || 'none changed'}`));
  return code;
}

/** What the demo does is in its own script, so it may go without a sandbox; but it says so. */
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
