import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAgentReference } from '@dragoman/agents';
import { startScriptGateway, type TurnUsage } from '@dragoman/gateway';
import {
  createThrowawayHome,
  type InstalledAgent,
  startRawTurn,
  type ThrowawayHome,
} from '@dragoman/runtime';
import type { ProcessExit } from '@dragoman/sandbox';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { installShown } from '../agents/install-shown.js';
import { DEMO_FILES, DEMO_PROMPT, DEMO_SCRIPT } from './demo-script.js';
import { type ShownTurn, showTurn } from './show-turn.js';
import { describeChanges, readWorkspace } from './workspace-changes.js';

/**
 * `dragoman demo`: the real Codex CLI does a small job under a scripted model, without a key and
 * without a network, in a HOME and a workspace that are thrown away.
 */
export async function demo(terminal: Terminal): Promise<ExitCode> {
  const { paint } = terminal;
  terminal.say(
    paint('bold', 'Dragoman demo: a real Codex CLI, a scripted model, no key, no network'),
  );
  const installed = await installShown(parseAgentReference('codex'), terminal);
  const place = await createThrowawayHome();
  try {
    return await runDemo(installed, place, terminal);
  } finally {
    await place.remove();
  }
}

async function runDemo(
  installed: InstalledAgent,
  place: ThrowawayHome,
  terminal: Terminal,
): Promise<ExitCode> {
  for (const [name, content] of Object.entries(DEMO_FILES)) {
    await writeFile(join(place.workspace, name), content);
  }
  const before = await readWorkspace(place.workspace);
  const gateway = await startScriptGateway({ script: DEMO_SCRIPT });
  try {
    const pass = gateway.admit({});
    terminal.say(`${terminal.paint('bold', 'you:')} ${DEMO_PROMPT}`);
    const started = performance.now();
    const turn = await startRawTurn({
      installed,
      prompt: DEMO_PROMPT,
      endpoint: { url: gateway.url ?? '', token: pass.token },
      home: place.home,
      cwd: place.workspace,
      // What it runs and writes is in our own script, in a folder of its own.
      permission: 'bypass',
      signal: terminal.signal,
      timeoutMs: 120_000,
    });
    const shown = await showTurn(turn, terminal);
    const exit = await turn.exit;
    const changes = describeChanges(before, await readWorkspace(place.workspace));
    const seconds = (performance.now() - started) / 1000;
    return close({ exit, shown, changes, seconds, usage: pass.usage() }, terminal);
  } finally {
    await gateway.close();
  }
}

interface DemoEnd {
  readonly exit: ProcessExit;
  readonly shown: ShownTurn;
  readonly changes: readonly string[];
  readonly seconds: number;
  readonly usage: TurnUsage;
}

function close({ exit, shown, changes, seconds, usage }: DemoEnd, terminal: Terminal): ExitCode {
  const worked = exit.reason === 'exited' && exit.exitCode === 0 && shown.completed;
  const how = exit.exitCode === null ? `ended by ${exit.signal}` : `exit code ${exit.exitCode}`;
  const facts = [
    `codex: ${how} after ${seconds.toFixed(1)} s`,
    `${usage.requests} model calls`,
    `${usage.inputTokens} tokens in (${usage.cachedInputTokens} cached), ${usage.outputTokens} out`,
    `files: ${changes.join(', ') || 'none changed'}`,
  ];
  const mark = worked ? terminal.paint('green', '✓') : terminal.paint('red', '✗');
  terminal.say(`${mark} ${facts.join(' · ')}`);
  if (!worked && shown.stderr !== '') terminal.say(terminal.paint('dim', shown.stderr));
  return worked ? EXIT.success : EXIT.failure;
}
