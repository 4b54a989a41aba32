import assert from 'node:assert/strict';
import { errorCode } from '@dragoman/protocol/internal';
import { newTurnId, type Turn } from '@dragoman/runtime';
import type { StoredTurn, TurnEntry } from '@dragoman/server';
import type { StoreFixture } from './store-subject.js';

const CALL = { server: 'caller', tool: 'ask', arguments: { question: 'Which?' } };

/** A script of which nothing waits. */
export const SAYS = { steps: [{ say: 'Done.' }] };

/** A turn of a real agent, in a store. Unless a script says otherwise it calls a tool and waits. */
export async function startIn(
  { start, store }: StoreFixture,
  fields: Partial<TurnEntry> = {},
  options: Parameters<StoreFixture['start']>[0] = {},
): Promise<{ turn: Turn; entry: TurnEntry }> {
  const entry: TurnEntry = {
    id: newTurnId(),
    client: 'ada',
    agent: 'codex',
    workspace: 'app',
    conversation: 'chat',
    createdAt: new Date().toISOString(),
    ...fields,
  };
  const turn = await start({
    id: entry.id,
    labels: store.labels(entry),
    script: { steps: [{ mcp: CALL }, { say: 'Done.' }] },
    tools: [{ name: 'ask', inputSchema: { type: 'object' } }],
    ...options,
  });
  await store.add(turn, entry);
  return { turn, entry };
}

export function found(turn: StoredTurn | undefined): StoredTurn {
  assert.notEqual(turn, undefined);
  if (turn === undefined) throw new assert.AssertionError({ message: 'no turn' });
  return turn;
}

export async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  return promise.then(
    () => undefined,
    (error: unknown) => errorCode(error),
  );
}

/** The lines of a turn from a cursor to its end. */
export async function linesOf(turn: StoredTurn, after = 0): Promise<readonly string[]> {
  const lines: string[] = [];
  const { signal } = new AbortController();
  for await (const line of turn.lines({ after, signal })) lines.push(line);
  return lines;
}

export async function idsIn(turns: AsyncIterable<StoredTurn>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { entry } of turns) ids.push(entry.id);
  return ids;
}
