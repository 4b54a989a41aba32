import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { readBody } from './body/read-body.js';
import type { ServerOptions } from './contract.js';
import { createDelivery } from './delivery/deliver-events.js';
import { createTurnTails, type TurnTails } from './delivery/turn-tails.js';
import { refusal } from './errors/refusal.js';
import { createMetrics, type Metrics } from './operations/metrics.js';
import { type Admission, createAdmission } from './policy/admission.js';
import { chargeLostTurns } from './policy/charge-lost-turns.js';
import { checkPolicy } from './policy/check-policy.js';
import type { ServerContext } from './server-context.js';
import { createFilesTurnStore } from './store/files-turn-store.js';
import { traceTurn } from './telemetry/turn-span.js';
import { beginTurn } from './turns/begin-turn.js';
import type { BegunTurn } from './turns/follow-turn.js';
import { createIdempotentStart } from './turns/idempotent-start.js';
import { createTurnsAtWork, type TurnsAtWork } from './turns/turns-at-work.js';

/** What a server is made of. */
export interface ServerParts {
  readonly context: ServerContext;
  readonly admission: Admission;
  readonly atWork: TurnsAtWork;
  readonly tails: TurnTails;
  readonly metrics: Metrics;
  /** Resolves when what an earlier server left has been ended; rejects where the policy can't be used. */
  readonly started: Promise<void>;
  /** For what fails while nobody waits for a response. */
  onFailure(error: unknown): void;
}

const BODY_BYTES = 32 * 1024 * 1024;
const TAIL = { keepBytes: 512 * 1024, silenceMs: 15_000 };

export function createParts(options: ServerOptions): ServerParts {
  const { policy, stateDirectory = defaultStateDirectory() } = options;
  const { limits = {} } = policy;
  const onFailure = (error: unknown): void => {
    process.emitWarning(`The server goes on, but: ${String(error)}`);
  };
  const store = options.store ?? createFilesTurnStore(stateDirectory, { onFailure });
  const admission = createAdmission(limits, { stateDirectory });
  const hasDayBudget = limits.tokensPerDay !== undefined || limits.costUsdPerDay !== undefined;
  const atWork = createTurnsAtWork();
  const tails = createTurnTails(TAIL);
  const metrics = createMetrics();
  const isUsable = checkPolicy(policy);
  const recovered = store.recover().then(() => chargeLostTurns(admission, store));
  const started = Promise.all([isUsable, recovered]).then(() => {});
  // Whoever needs it learns of it.
  for (const promise of [isUsable, recovered, started]) promise.catch(() => {});

  const begun = { policy, stateDirectory, store, admission, atWork, onBegun, onFailure };
  const begin = createIdempotentStart(
    store,
    async (client, body, turn) => {
      await isUsable.catch((cause: unknown) => {
        throw new DragomanError('not_ready', errorMessage(cause), { cause });
      });
      // What was used before counts before anything is begun.
      if (hasDayBudget) await recovered.catch(onFailure);
      return beginTurn(begun, client, body, turn);
    },
    onFailure,
  );

  function onBegun({ turn, planned: { options: asked } }: BegunTurn): void {
    const [agent = '', version] = String(asked.agent).split('@');
    traceTurn({ turnId: turn.id, agent, version, model: asked.model }, () => turn.events());
    const at = performance.now();
    void turn.outcome.then(({ status }) =>
      metrics.turnEnded(status, (performance.now() - at) / 1000),
    );
  }

  const context: ServerContext = {
    options,
    store,
    delivery: createDelivery({ tails, uiMapper: options.uiMapper, onFailure }),
    begin,
    async turn(client, turnId) {
      const turn = await store.find(turnId);
      if (turn?.entry.client === client.id) return turn;
      throw refusal('turn_unknown', 'There is no such turn, or not any more.');
    },
    body: (request, schema, absent) =>
      readBody(request, schema, { mostBytes: limits.bodyBytes ?? BODY_BYTES, absent }),
  };
  return { context, admission, atWork, tails, metrics, started, onFailure };
}
