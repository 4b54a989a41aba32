import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { agents, parseAgentReference, type RunCli } from '@dragoman/agents';
import {
  defineScript,
  type PlayedReply,
  startScriptGateway,
  type TurnUsage,
  type WrittenScript,
} from '@dragoman/gateway';
import type { UsageFigures } from '@dragoman/protocol';
import { createCliRunner, type InstalledAgent } from '@dragoman/runtime';
import { type RawTurnOptions, startRawTurn } from '@dragoman/runtime/internal';
import type { ProcessResult } from '@dragoman/sandbox';
import { type Interrupt, runToEnd } from './interrupt.js';
import { withThrowawayHome } from './raw-turn.js';
import {
  readSessions,
  type SessionFile,
  sessionFinder,
  sessionFolders,
  sessionIn,
  usageOf,
} from './scenario-sessions.js';
import { testAgent } from './test-agents.js';

/** Many times what a turn takes: on a machine that does much else, OpenCode alone starts for a minute. */
const LONGEST_TURN_MS = 180_000;

/** One turn of a scenario. What it may do and how long it may take has a default. */
export interface ScenarioTurn
  extends Omit<RawTurnOptions, 'installed' | 'endpoint' | 'home' | 'cwd'> {
  /** What a person typed, where that isn't the prompt as the CLI gets it. */
  readonly typed?: readonly string[];
  readonly interrupt?: Interrupt;
}

export interface FinishedTurn extends ProcessResult {
  readonly prompt: string;
  readonly images?: readonly string[];
  /** What a person typed. */
  readonly typed: readonly string[];
  /** Whether it was sent a signal. Some CLIs exit as if all were done. */
  readonly isInterrupted: boolean;
  /** The session files as this turn left them, the oldest first. */
  readonly sessions: readonly SessionFile[];
  /** The session that the turn was about. */
  readonly sessionId?: string;
  /** The session that the turn was to go on with. */
  readonly resumed?: string;
  /** The session that the turn copied and went on with. */
  readonly forkOf?: string;
  /** What the session had used before this turn, as far as its files say. */
  readonly usageBefore?: UsageFigures;
}

/** A reply of the model, and in which turn it came, from 0. */
export interface TurnReply extends PlayedReply {
  readonly turn: number;
}

export interface FinishedScenario {
  readonly turns: readonly FinishedTurn[];
  /** What the model counted, over all turns. */
  readonly counted: TurnUsage;
  /** What of that each reply reported. */
  readonly replies: readonly TurnReply[];
  readonly surroundings: Surroundings;
}

/** What the CLI had around it, and may mention. It is another in every run. */
export interface Surroundings {
  readonly home: string;
  readonly workspace: string;
  /** Where it was installed. */
  readonly directory: string;
  /** Where its model was, and with which key. */
  readonly endpoint: { readonly url: string; readonly token: string };
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
  /**
   * Reads the sessions that the CLI doesn't keep in files, by running it, when the last turn is over.
   * The turns before have none then.
   */
  readonly readSessions?: (fixture: ScenarioFixture) => Promise<SessionFile[]>;
}

/** The folders of a scenario, before they are thrown away. */
export interface ScenarioFixture {
  readonly home: string;
  /** The environment that the CLI had in its turns. */
  readonly env: Readonly<Record<string, string>>;
  readonly run: RunCli;
  readonly turns: readonly FinishedTurn[];
}

/**
 * Runs a real CLI through the turns of a scenario, in one HOME and workspace that are thrown away,
 * and gives both views of it: what it printed, and the session files it kept.
 */
export function runScenario(scenario: Scenario): Promise<FinishedScenario> {
  return withThrowawayHome(async ({ home, workspace }) => {
    const { name } = parseAgentReference(scenario.agent);
    const folders = sessionFolders(name, home);
    const installed = await testAgent(scenario.agent);
    await writeFiles(workspace, scenario.files ?? {});
    const gateway = await startScriptGateway({ script: defineScript(scenario.script) });
    try {
      const replies: TurnReply[] = [];
      const onReply = (reply: PlayedReply) => {
        replies.push({ ...reply, turn: finished.length });
      };
      const pass = gateway.admit({ onReply });
      const endpoint = { url: gateway.url ?? '', token: pass.token };
      const finished: FinishedTurn[] = [];
      const newSession = sessionFinder(name, home);
      for (const turn of scenario.turns) {
        const { interrupt, typed, ...request } = typeof turn === 'function' ? turn(finished) : turn;
        const keptBefore = await keptIn(folders, home);
        // It may be left from an earlier turn. Where the scenario gives it, it is there from the beginning.
        if (interrupt && scenario.files?.[interrupt.onceThereIs] === undefined) {
          await rm(join(workspace, interrupt.onceThereIs), { force: true });
        }
        const usageBefore = await usageOf(installed.name, home, request.resume ?? request.fork);
        const running = await startRawTurn({
          permission: 'bypass',
          timeoutMs: LONGEST_TURN_MS,
          ...request,
          installed,
          endpoint,
          home,
          cwd: workspace,
        });
        const kept = async () => {
          const now = [...(await keptIn(folders, home))];
          return now.map(([file, text]) => addedTo(keptBefore.get(file), text)).join('\n');
        };
        const ended = await runToEnd(running, interrupt, { agent: name, workspace, kept });
        const sessionId =
          sessionIn(installed, ended.stdout) ?? request.resume ?? (await newSession());
        finished.push({
          ...ended,
          prompt: request.prompt,
          ...(request.images && { images: request.images }),
          typed: typed ?? [request.prompt],
          isInterrupted: interrupt !== undefined,
          ...(sessionId !== undefined && { sessionId }),
          sessions: await readSessions(folders, home),
          ...(request.resume !== undefined && { resumed: request.resume }),
          ...copiedSession(installed, request, sessionId),
          ...(usageBefore && { usageBefore }),
        });
      }
      const surroundings = { home, workspace, directory: installed.directory, endpoint };
      if (scenario.readSessions === undefined) {
        return { turns: finished, counted: pass.usage(), replies, surroundings };
      }
      const env = environmentOf(installed, { endpoint, home, cwd: workspace });
      const run = createCliRunner({ program: installed, env, cwd: workspace });
      const sessions = await scenario.readSessions({ home, env, run, turns: finished });
      const turns = finished.map((turn, at) =>
        at < finished.length - 1 ? turn : { ...turn, sessions },
      );
      return { turns, counted: pass.usage(), replies, surroundings };
    } finally {
      await gateway.close();
    }
  });
}

/** The texts of all session files, by name. */
async function keptIn(
  folders: Parameters<typeof readSessions>[0],
  home: string,
): Promise<ReadonlyMap<string, string>> {
  const sessions = await readSessions(folders, home);
  return new Map(sessions.map(({ name, text }) => [name, text]));
}

/** What was added to a text; all of it where it was not only added to. */
function addedTo(before: string | undefined, text: string): string {
  return before !== undefined && text.startsWith(before) ? text.slice(before.length) : text;
}

/** The session that a turn went on with in another one: some versions make one to resume a session. */
function copiedSession(
  { name, version }: InstalledAgent,
  { fork, resume }: Pick<RawTurnOptions, 'fork' | 'resume'>,
  sessionId: string | undefined,
): Pick<FinishedTurn, 'forkOf'> {
  const keepsId = agents[parseAgentReference(name).name].keepsSessionId?.(version) ?? true;
  const copied = fork ?? (keepsId || resume === sessionId ? undefined : resume);
  return copied === undefined ? {} : { forkOf: copied };
}

/** What a turn gives the CLI, for what else it can do. */
function environmentOf(
  { name, version }: InstalledAgent,
  fixture: Pick<RawTurnOptions, 'endpoint' | 'home' | 'cwd'>,
): Readonly<Record<string, string>> {
  const agent = agents[parseAgentReference(name).name];
  return agent.command({ ...fixture, version, prompt: '-', permission: 'bypass' }).env;
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
