import { parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { type BodyRoom, createBodyRoom } from './body/body-room.js';
import { readBody } from './body/read-body.js';
import type { ServerOptions } from './contract.js';
import { createDelivery } from './delivery/deliver-events.js';
import { SILENCE_MS } from './delivery/or-silence.js';
import { createTurnTails, type TurnTails } from './delivery/turn-tails.js';
import { refusal } from './errors/refusal.js';
import { reporterOf } from './errors/report-failure.js';
import { createMetrics, type Metrics } from './operations/metrics.js';
import { createAdmission } from './policy/admission.js';
import { chargeLostTurns } from './policy/charge-lost-turns.js';
import { checkPolicy } from './policy/check-policy.js';
import { createSharedAdmission, type SharedAdmission } from './policy/shared-admission.js';
import type { ServerContext } from './server-context.js';
import { createStartUp, type StartUp } from './start-up.js';
import { createFilesTurnStore } from './store/files-turn-store.js';
import { traceTurn } from './telemetry/turn-span.js';
import { beginTurn } from './turns/begin-turn.js';
import type { BegunTurn } from './turns/follow-turn.js';
import { createIdempotentStart } from './turns/idempotent-start.js';
import { createTurnsAtWork, type TurnsAtWork } from './turns/turns-at-work.js';

/** What a server is made of. */
export interface ServerParts {
  readonly context: ServerContext;
  readonly admission: SharedAdmission;
  readonly bodies: BodyRoom;
  readonly atWork: TurnsAtWork;
  readonly tails: TurnTails;
  readonly metrics: Metrics;
  /** Whether the policy can be used. */
  readonly usable: StartUp;
  /** Ends what an earlier server left. */
  readonly recovered: StartUp;
}

const BODY_BYTES = 32 * 1024 * 1024;
const TAIL = { keepBytes: 512 * 1024, silenceMs: SILENCE_MS };

const NOT_RECOVERED =
  'What an earlier server left could not be ended or charged, and is tried again';

export function createParts(options: ServerOptions): ServerParts {
  const { policy, stateDirectory = defaultStateDirectory() } = options;
  const { limits = {} } = policy;
  const store = options.store ?? createFilesTurnStore(stateDirectory);
  const admission = createSharedAdmission(
    createAdmission(limits, { stateDirectory }),
    limits,
    store.limits,
    reporterOf('What a turn used is not known to the other servers yet'),
  );
  const mostBytes = limits.bodyBytes ?? BODY_BYTES;
  const bodies = createBodyRoom({ mostBytes });
  const hasDayBudget = limits.tokensPerDay !== undefined || limits.costUsdPerDay !== undefined;
  const atWork = createTurnsAtWork();
  const tails = createTurnTails(TAIL);
  const metrics = createMetrics();
  const usable = createStartUp(() => checkPolicy(policy));
  const recovered = createStartUp(async () => {
    await store.recover();
    await chargeLostTurns(admission, store);
  });

  const onFailure = reporterOf('What follows the beginning or the end of a turn was not done');
  const begun = { policy, stateDirectory, store, admission, atWork, onBegun, onFailure };
  const begin = createIdempotentStart(
    store,
    async (client, body, turn) => {
      await usable.done().catch((cause: unknown) => {
        throw new DragomanError('not_ready', errorMessage(cause), { cause });
      });
      // What was used before counts before anything is begun.
      if (hasDayBudget) await recovered.done().catch(reporterOf(NOT_RECOVERED));
      return beginTurn(begun, client, body, turn);
    },
    reporterOf('The Idempotency-Key of a turn could not be noted or freed'),
  );

  function onBegun({ turn, planned: { options: asked } }: BegunTurn): void {
    const { name: agent, version } = parseAgentReference(asked.agent);
    traceTurn({ turnId: turn.id, agent, version, model: asked.model }, () => turn.events());
    const at = performance.now();
    void turn.outcome.then(({ status }) =>
      metrics.turnEnded(status, (performance.now() - at) / 1000),
    );
  }

  const context: ServerContext = {
    options,
    store,
    delivery: createDelivery({
      tails,
      uiMapper: options.uiMapper,
      onFailure: reporterOf('A response broke off; its client can read on from the last event'),
    }),
    begin,
    async turn(client, turnId) {
      const turn = await store.find(turnId);
      if (turn?.entry.client === client.id) return turn;
      throw refusal('turn_unknown', 'There is no such turn, or not any more.');
    },
    body: (request, schema, absent) =>
      readBody(request, schema, { mostBytes, absent, room: bodies }),
  };
  return { context, admission, bodies, atWork, tails, metrics, usable, recovered };
}
