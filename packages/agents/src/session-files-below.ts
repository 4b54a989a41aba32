import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { type AgentName, agentNames, agents } from './agents.js';
import { detectSession } from './detect.js';
import type { ListedSession } from './saved-sessions/list-sessions.js';
import { createBreather } from './sessions/breather.js';
import type { SummariseOptions } from './sessions/session-store.js';

/** Sessions are `.jsonl`, packed `.jsonl.zst` or `.json` in every agent. */
const NAME = /\.jsonl?(?:\.zst)?$/;
/** Deeper than any agent nests its folders. */
const DEEPEST = 16;

/**
 * The sessions in a folder that is no agent's: every file in it, or in its folders, that a single agent
 * recognises as a saved session. Links are not followed. In no order.
 */
export async function listSessionsBelow(
  folder: string,
  options: SummariseOptions = {},
): Promise<ListedSession[]> {
  const found = new Map<AgentName, string[]>();
  const breathe = createBreather(options.signal);
  for await (const path of filesBelow(folder, DEEPEST)) {
    const agent = await agentOf(path, options.signal);
    if (agent !== undefined) found.set(agent, [...(found.get(agent) ?? []), path]);
    await breathe();
  }
  const sessions: ListedSession[] = [];
  for (const agent of agentNames) {
    const paths = found.get(agent) ?? [];
    const summaries = await agents[agent].interpreter.sessions.summarise(paths, options);
    for (const summary of summaries) sessions.push({ agent, ...summary });
  }
  return sessions;
}

async function agentOf(
  path: string,
  signal: AbortSignal | undefined,
): Promise<AgentName | undefined> {
  try {
    const detected = await detectSession(path, signal === undefined ? {} : { signal });
    return detected?.view === 'saved' ? detected.agent : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    // A file that can't be read may be anything.
    if (error instanceof DragomanError) return undefined;
    throw error;
  }
}

async function* filesBelow(folder: string, depth: number): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => undefined);
  if (entries === undefined) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) yield* filesBelow(path, depth - 1);
    else if (entry.isFile() && NAME.test(entry.name)) yield path;
  }
}
