import { readFile } from 'node:fs/promises';
import {
  type AgentName,
  agents,
  createTranslator,
  type LoadedSession,
  type RunCli,
  type SessionSummary,
  type UsageAmounts,
} from '@dragoman/agents';
import { collectUsage, loadPrices, summariseUsage } from '@dragoman/agents/internal';
import type { ScenarioFixture } from '../run-scenario.js';
import { type SessionViews, turnsOf } from './session-views.js';

/** A session that a scenario left, as the library reads it. */
export interface SavedSession {
  /** What the list of sessions says of it. */
  readonly summary: SessionSummary;
  /** What a list says of it that doesn't read files whole. */
  readonly quickSummary: SessionSummary | undefined;
  readonly loaded: LoadedSession;
  readonly text: string;
  readonly turns?: SessionViews['saved']['turns'];
}

/** The sessions in a HOME that hold something. */
export async function loadSaved(
  name: AgentName,
  { home: userHome, run }: Pick<ScenarioFixture, 'home' | 'run'>,
): Promise<readonly SavedSession[]> {
  const { sessions: store, saved } = agents[name].interpreter;
  const home = store.home({}, userHome);
  const listed = await store.list({ home, run, exact: true });
  const listedQuickly = await store.list({ home, run });
  const all: SavedSession[] = [];
  for (const summary of listed) {
    const { path, problem, bytes } = summary;
    if (bytes === 0) continue;
    if (problem !== undefined) throw new Error(`${path}: ${problem}`);
    const loaded = await store.load(path, { run });
    if (loaded.messages.length === 0) continue;
    const text = await store.text(path, { run });
    const quickSummary = listedQuickly.find((quick) => quick.path === path);
    if (store.isLocation?.(path)) {
      all.push({ summary, quickSummary, loaded, text });
      continue;
    }
    const translator = createTranslator(saved());
    const events = [...translator.push(await readFile(path)), ...translator.flush()];
    all.push({ summary, quickSummary, loaded, text, turns: turnsOf(events) });
  }
  return all;
}

/** The answers of a CLI that takes seconds to start, each asked for once: nothing changes between. */
export function askedOnce(run: RunCli): RunCli {
  const answers = new Map<string, Promise<string>>();
  return (args, options) => {
    const key = JSON.stringify(args);
    const answer = answers.get(key) ?? run(args, options);
    answers.set(key, answer);
    return answer;
  };
}

/** What all calls in a HOME used, as `usage` adds it up. */
export async function usageIn(
  name: AgentName,
  { home, run }: Pick<ScenarioFixture, 'home' | 'run'>,
): Promise<UsageAmounts> {
  const agent = agents[name];
  const source = { agent, home: agent.interpreter.sessions.home({}, home), run };
  const { parts, problems } = await collectUsage({ sources: [source] });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return summariseUsage(parts, { by: 'session', prices: loadPrices() }).total;
}
