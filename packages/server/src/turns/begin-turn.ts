import { createRedactor } from '@dragoman/protocol';
import type { StartTurnBody } from '@dragoman/protocol/http';
import { errorCode } from '@dragoman/protocol/internal';
import { startTurn } from '@dragoman/runtime';
import { onceResourcesAreThere } from '@dragoman/sandbox';
import type { ServerPolicy } from '../contract.js';
import { refusal } from '../errors/refusal.js';
import type { Client } from '../keys/key-ring.js';
import { type PlannedTurn, planTurn } from '../policy/plan-turn.js';
import type { SharedAdmission } from '../policy/shared-admission.js';
import { sessionUnknown } from '../sessions/own-session.js';
import { sessionElsewhere } from '../sessions/session-elsewhere.js';
import type { Conversation, StoredTurn, TurnEntry, TurnStore } from '../store/turn-store.js';
import { type BegunTurn, followTurn } from './follow-turn.js';
import { takeConversation } from './take-conversation.js';
import type { TurnsAtWork } from './turns-at-work.js';

export interface BeginTurnOptions {
  readonly policy: ServerPolicy;
  readonly stateDirectory: string;
  readonly store: TurnStore;
  readonly admission: SharedAdmission;
  readonly atWork: TurnsAtWork;
  /** Called when a turn has begun. What it does is not waited for. */
  readonly onBegun?: ((turn: BegunTurn) => void) | undefined;
  /** Gets what fails after the turn has begun, which is nobody's response. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Begins a turn: its conversation, its session, its slot among those at work, what the policy makes of
 * it, the turn itself. What is refused leaves nothing behind.
 */
export async function beginTurn(
  options: BeginTurnOptions,
  client: Client,
  body: StartTurnBody,
  named: Pick<TurnEntry, 'id' | 'notes'>,
): Promise<StoredTurn> {
  const { store, admission, atWork } = options;
  const { id } = named;
  const undo: (() => unknown)[] = [];
  try {
    const conversation = await takeConversation(store, client, body, id, (taken) =>
      undo.push(() => store.conversations.release(taken)),
    );
    const before = await continued(options, client, body, conversation);
    // What has ended counts before it is said what is left.
    await admission.charged(client);
    const release = await admission.begin(client, id);
    undo.push(release);
    const planned = await plan(options, client, body, before);
    undo.push(() => planned.undo());
    const entry = entryFor(client, body, named, planned);
    const turn = await atWork.begin(() =>
      startTurn({ ...planned.options, id, labels: store.labels(entry) }),
    );
    undo.push(() => turn.cancel());
    const stored = await store.add(turn, entry);
    void followTurn({ client, turn, stored, planned, conversation, release }, options).catch(
      options.onFailure,
    );
    return stored;
  } catch (error) {
    for (const step of undo.reverse()) await onceResourcesAreThere(step).catch(options.onFailure);
    throw inWords(error);
  }
}

/** What the turn goes on with: what its conversation has, or a session that the client had before. */
async function continued(
  { store }: BeginTurnOptions,
  client: Client,
  { session_id: asked }: StartTurnBody,
  conversation: Conversation | undefined,
): Promise<Conversation | undefined> {
  // One that only now begins knows nothing yet.
  const known = conversation?.agent === '' ? undefined : conversation;
  if (asked === undefined || asked === known?.sessionId) return known;
  if (known?.sessionId !== undefined) {
    throw refusal(
      'invalid_request',
      `The conversation goes on with the session ${known.sessionId}, not with ${asked}: leave \`session_id\` out, or begin another conversation.`,
    );
  }
  const session = await store.findSession(client.id, asked);
  if (session === undefined) throw sessionGone();
  if (session.elsewhere !== undefined) throw sessionElsewhere(session.elsewhere);
  return undefined;
}

async function plan(
  { policy, stateDirectory, admission }: BeginTurnOptions,
  client: Client,
  body: StartTurnBody,
  conversation: Conversation | undefined,
): Promise<PlannedTurn> {
  const left = await admission.left(client);
  return planTurn({ policy, body, conversation, stateDirectory, left });
}

function entryFor(
  client: Client,
  { conversation, prompt }: StartTurnBody,
  { id, notes }: Pick<TurnEntry, 'id' | 'notes'>,
  { agent, workspace, folder }: PlannedTurn,
): TurnEntry {
  return {
    id,
    client: client.id,
    agent,
    workspace,
    ...(conversation !== undefined && { conversation }),
    prompt: beginningOf(prompt),
    ...(folder !== undefined && { folder }),
    ...(notes !== undefined && { notes }),
    createdAt: new Date().toISOString(),
  };
}

const LONGEST_BEGINNING = 200;

/** As in the journal: without what looks like a secret. One that is cut off must not look like none. */
function beginningOf(prompt: string): string {
  const start = prompt.slice(0, 20 * LONGEST_BEGINNING);
  return createRedactor().text(start).slice(0, LONGEST_BEGINNING);
}

/** Refusals of `runtime` that name folders of the machine, in words for a client. */
const WORDS: Readonly<Record<string, () => Error>> = {
  session_unknown: sessionGone,
  session_busy: () =>
    refusal('session_busy', 'Another turn is at work in this session: wait for its end.'),
};

function inWords(error: unknown): unknown {
  const code = errorCode(error) ?? '';
  return Object.hasOwn(WORDS, code) ? WORDS[code]?.() : error;
}

function sessionGone(): Error {
  return sessionUnknown(' Begin another, under another name of a conversation.');
}
