import type { EndEvent } from '@dragoman/protocol';
import type { Turn } from '@dragoman/runtime';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import type { TurnSpending } from '../policy/day-budget.js';
import type { PlannedTurn } from '../policy/plan-turn.js';
import type { Conversation, StoredTurn, TurnStore } from '../store/turn-store.js';

/** A turn that has begun, and what goes with its end. */
export interface BegunTurn {
  readonly turn: Turn;
  readonly stored: StoredTurn;
  readonly planned: PlannedTurn;
  readonly conversation: Conversation | undefined;
  release(spent?: TurnSpending): void;
}

interface FollowOptions {
  readonly store: TurnStore;
  readonly stateDirectory: string;
  readonly onBegun?: ((turn: BegunTurn) => void) | undefined;
  readonly onFailure: (error: unknown) => void;
}

/** Notes what becomes known of a turn that has begun, and lets go of all it held when it has ended. */
export async function followTurn(begun: BegunTurn, options: FollowOptions): Promise<void> {
  const { turn, planned } = begun;
  options.onBegun?.(begun);
  // What can't be noted must not keep the place of a turn that has ended.
  const noted = noteConversation(begun, options).catch(options.onFailure);
  const end = await turn.outcome;
  begun.release({ usage: end.usage, modelId: await modelOf(begun, options.stateDirectory, end) });
  await planned.finish();
  await noted;
}

/** At once, so that the conversation is known to have begun; again when its session is known. */
async function noteConversation(
  { turn, stored, planned, conversation }: BegunTurn,
  { store }: FollowOptions,
): Promise<void> {
  if (conversation === undefined) return;
  const { agent, workspace, folder } = planned;
  const note = () =>
    store.conversations.note({
      ...conversation,
      agent,
      workspace,
      ...(folder !== undefined && { folder }),
      ...(turn.sessionId !== undefined && { sessionId: turn.sessionId }),
    });
  await note();
  if (turn.sessionId !== undefined) return;
  const stop = new AbortController();
  for await (const _lines of stored.batches({ signal: stop.signal })) {
    if (turn.sessionId !== undefined) break;
  }
  if (turn.sessionId !== undefined) await note();
}

/** The model that a turn is charged for: the one that was asked for, or that its agent named. */
async function modelOf(
  { turn, planned, stored }: BegunTurn,
  stateDirectory: string,
  { usage }: EndEvent,
): Promise<string | undefined> {
  if (planned.options.model !== undefined || turn.sessionId === undefined) {
    return planned.options.model;
  }
  if (usage == null) return undefined;
  const [agent = ''] = String(planned.options.agent).split('@');
  const entry = await createSessionRegistry(stateDirectory)
    .find(agent, turn.sessionId)
    .catch(() => undefined);
  return entry?.modelId ?? stored.entry.agent;
}
