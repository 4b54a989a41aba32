import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AgentName, parseAgentReference } from '@dragoman/agents';
import { defineScript, startScriptGateway, type WrittenScript } from '@dragoman/gateway';
import { DragomanError } from '@dragoman/protocol';
import {
  collectText,
  type ProcessResult,
  type RawTurnOptions,
  type RunningProcess,
  startRawTurn,
} from '@dragoman/runtime';
import { testAgent } from './test-agents.js';
import { withThrowawayHome } from './with-throwaway-home.js';

/** One turn of a scenario. What it may do and how long it may take has a default. */
export interface ScenarioTurn
  extends Omit<RawTurnOptions, 'installed' | 'endpoint' | 'home' | 'cwd'> {
  /** A signal for the CLI, sent as soon as this file is in the workspace and this text was printed. */
  readonly interrupt?: {
    readonly signal: NodeJS.Signals;
    readonly onceThereIs: string;
    readonly onceItSays?: string;
  };
}

/** A file in which the CLI keeps a session. */
export interface SessionFile {
  readonly name: string;
  readonly text: string;
}

export interface FinishedTurn extends ProcessResult {
  /** The session files as this turn left them, the oldest first. */
  readonly sessions: readonly SessionFile[];
}

export interface Scenario {
  /** Such as `codex` or `codex@0.58.0`. */
  readonly agent: string;
  /** What the model says, over all turns, as a script is written. */
  readonly script: WrittenScript;
  /** What lies in the workspace at the start. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** A turn that goes on with an earlier one is made from those before it. */
  readonly turns: readonly (ScenarioTurn | ((before: readonly FinishedTurn[]) => ScenarioTurn))[];
}

/** Where each CLI keeps its sessions, below HOME. */
const SESSION_FOLDERS: Partial<Readonly<Record<AgentName, string>>> = { codex: '.codex/sessions' };

/**
 * Runs a real CLI through the turns of a scenario, in one HOME and workspace that are thrown away,
 * and gives both views of it: what it printed, and the session files it kept.
 */
export function runScenario(scenario: Scenario): Promise<readonly FinishedTurn[]> {
  return withThrowawayHome(async ({ home, workspace }) => {
    const sessions = sessionsFolder(parseAgentReference(scenario.agent).name, home);
    const installed = await testAgent(scenario.agent);
    await writeFiles(workspace, scenario.files ?? {});
    const gateway = await startScriptGateway({ script: defineScript(scenario.script) });
    try {
      const endpoint = { url: gateway.url ?? '', token: gateway.admit({}).token };
      const finished: FinishedTurn[] = [];
      for (const turn of scenario.turns) {
        const { interrupt, ...request } = typeof turn === 'function' ? turn(finished) : turn;
        const running = await startRawTurn({
          permission: 'bypass',
          timeoutMs: 60_000,
          ...request,
          installed,
          endpoint,
          home,
          cwd: workspace,
        });
        const ended = await toItsEnd(running, interrupt, workspace);
        finished.push({ ...ended, sessions: await readSessions(sessions) });
      }
      return finished;
    } finally {
      await gateway.close();
    }
  });
}

function sessionsFolder(name: AgentName, home: string): string {
  const folder = SESSION_FOLDERS[name];
  if (folder !== undefined) return join(home, folder);
  throw new DragomanError(
    'scenario_sessions_unknown',
    `Where ${name} keeps sessions is not known.`,
  );
}

async function writeFiles(
  workspace: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), content);
  }
}

async function toItsEnd(
  running: RunningProcess,
  interrupt: ScenarioTurn['interrupt'],
  workspace: string,
): Promise<ProcessResult> {
  let stdout = '';
  let isOver = false;
  const reading = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of running.stdout) stdout += decoder.decode(bytes, { stream: true });
    stdout += decoder.decode();
  };
  const interrupting = async () => {
    if (interrupt === undefined) return;
    const { signal, onceThereIs, onceItSays = '' } = interrupt;
    const file = join(workspace, onceThereIs);
    while (!isOver && !(stdout.includes(onceItSays) && (await isThere(file)))) await pause(20);
    if (!isOver) process.kill(running.pid, signal);
  };
  const exiting = running.exit.finally(() => {
    isOver = true;
  });
  const [stderr, exit] = await Promise.all([
    collectText(running.stderr),
    exiting,
    reading(),
    interrupting(),
  ]);
  return { ...exit, stdout, stderr };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readSessions(folder: string): Promise<SessionFile[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('.jsonl')).sort();
  return Promise.all(
    files.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );
}
