import type { EndEvent } from '@dragoman/protocol';
import type { Turn } from '@dragoman/runtime';
import type { ServerPolicy } from '../contract.js';
import type { Client } from '../keys/key-ring.js';
import type { PlannedTurn } from '../policy/plan-turn.js';
import type { SharedAdmission } from '../policy/shared-admission.js';
import { watchRequests } from '../relay/watch-requests.js';
import type { Conversation, StoredTurn, TurnStore } from '../store/turn-store.js';

/** A turn that has begun, and what goes with its end. */
export interface BegunTurn {
  readonly client: Client;
  readonly turn: Turn;
  readonly stored: StoredTurn;
  readonly planned: PlannedTurn;
  readonly conversation: Conversation | undefined;
  /** Frees its slot among the turns at work. */
  release(): void;
}

interface FollowOptions {
  readonly policy: Pick<ServerPolicy, 'limits'>;
  readonly store: TurnStore;
  readonly admission: SharedAdmission;
  readonly onBegun?: ((turn: BegunTurn) => void) | undefined;
  readonly onFailure: (error: unknown) => void;
}

/** Notes what becomes known of a turn that has begun, and lets go of all it held when it has ended. */
export async function followTurn(begun: BegunTurn, options: FollowOptions): Promise<void> {
  const { turn, planned, client } = begun;
  options.onBegun?.(begun);
  // What can't be noted must not keep the slot of a turn that has ended.
  const noted = noteConversation(begun, options).catch(options.onFailure);
  const watched = watchRelay(begun, options).catch(options.onFailure);
  const end = await turn.outcome;
  // At once: no reader can have the end before this, so who has it may begin the next turn.
  begun.release();
  const { usage } = end;
  const spent = modelOf(begun, options.store, end).then((modelId) => ({ usage, modelId }));
  await options.admission.charge(client, turn.id, spent).catch(options.onFailure);
  await planned.finish();
  await noted;
  await watched;
}

/** How long an agent waits for a page that takes its request, where nobody says it. */
const PAGE_MS = 30_000;

/** Where the agent has tools of its client, pages may answer some of them, to the end of the turn. */
async function watchRelay(
  { turn, stored, planned }: BegunTurn,
  { policy: { limits = {} }, store, onFailure }: FollowOptions,
): Promise<void> {
  if ((planned.options.tools ?? []).length === 0) return;
  const relay = store.relay(turn.id);
  const over = new AbortController();
  const pageMs = limits.pageMs ?? PAGE_MS;
  const watched = watchRequests({ turn: stored, relay, pageMs, onFailure }, over.signal);
  await turn.outcome;
  over.abort();
  await watched;
  await relay.close();
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
  { sessions }: TurnStore,
  { usage }: EndEvent,
): Promise<string | undefined> {
  if (planned.options.model !== undefined || turn.sessionId === undefined) {
    return planned.options.model;
  }
  if (usage == null) return undefined;
  // Of a session that can't be read nobody knows the model: its agent stands for it.
  const entry = await sessions.find(stored, turn.sessionId).catch(() => undefined);
  return entry?.modelId ?? stored.entry.agent;
}
