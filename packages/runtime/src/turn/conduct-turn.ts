import { rm } from 'node:fs/promises';
import { createRedactor, type EndEvent } from '@dragoman/protocol';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import { openJournal } from '../journal/open-journal.js';
import { readJournal } from '../journal/read-journal.js';
import { readJournalLines } from '../journal/read-journal-lines.js';
import { keeper } from '../keeper/keeper.js';
import { type OpenModel, openModel } from '../model/open-model.js';
import { createEvidence } from '../outcome/create-evidence.js';
import { type Cleanup, createCleanup } from './cleanup.js';
import { listenForWishes } from './control-socket.js';
import { openTurnFolders } from './open-turn-folders.js';
import { planTurn, type TurnPlan } from './plan-turn.js';
import { runStages } from './run-stages.js';
import { createSessionTracker } from './session-tracker.js';
import { createStopControl } from './stop-control.js';
import type { Turn } from './turn.js';
import type { TurnInProgress } from './turn-in-progress.js';
import type { ConductOptions } from './turn-options.js';

const DEFAULT_GRACE_MS = 5000;

/**
 * Conducts one turn, whoever acts in it. Rejects with a `DragomanError` while nothing has begun; from
 * the moment there is a journal, whatever happens becomes the turn's one `end`.
 */
export async function conductTurn<Request extends BaseChatRequest>(
  options: ConductOptions<Request>,
): Promise<Turn> {
  const plan = await planTurn(options);
  if (!options.signal?.aborted) keeper.expect();
  const turn = await begin(plan);
  const outcome = finish(turn);
  return turnOf(turn, outcome);
}

/** Stages: folders, model, control, journal. What fails here leaves nothing behind. */
async function begin<Request extends BaseChatRequest>(
  plan: TurnPlan<Request>,
): Promise<TurnInProgress<Request>> {
  const { directory, options, record } = plan;
  const cleanup = createCleanup();
  try {
    await openTurnFolders(plan, cleanup);
    const model = await openTurnModel(plan, cleanup);
    const redactor = createRedactor({
      secrets: [...(model?.secrets ?? []), ...(options.secrets ?? [])],
    });
    const evidence = createEvidence({
      ...(record.agent !== undefined && { command: record.agent }),
      expectsTerminal: options.agent.saysTurnEnd ?? false,
      redactor,
    });
    const stop = createStopControl({
      graceMs: options.graceMs ?? DEFAULT_GRACE_MS,
      onStop: (cause, words) => evidence.stopped(cause, words),
      onFailure: (error) => evidence.failed(error),
    });
    cleanup.add(
      'The control socket',
      await listenForWishes(record.runDirectory, (wish) =>
        wish.wish === 'kill' ? stop.stop('kill') : stop.stop('cancel', wish.reason),
      ),
    );
    const journal = openJournal(directory, { redactor });
    return { plan, model, journal, evidence, session: createSessionTracker(plan), stop, cleanup };
  } catch (error) {
    await cleanup.run();
    for (const folder of record.homeIsNew ? [directory, record.home] : [directory]) {
      cleanup.add(folder, () => rm(folder, { recursive: true, force: true }));
    }
    // What went wrong matters more than what could not be taken away again.
    await cleanup.run();
    throw error;
  }
}

async function openTurnModel<Request extends BaseChatRequest>(
  { options, record }: TurnPlan<Request>,
  cleanup: Cleanup,
): Promise<OpenModel | undefined> {
  const { agent, access } = options;
  if (agent.dialect === undefined || access === undefined) return undefined;
  const socketPath = `${record.runDirectory}/gateway.sock`;
  const model = await openModel({ access, dialect: agent.dialect, socketPath });
  cleanup.add('The gateway', model.close);
  return model;
}

/** The rest of the turn, until its end is in the journal. Never rejects. */
async function finish<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
): Promise<EndEvent> {
  const { plan, stop } = turn;
  const { signal } = plan.options;
  const onAbort = (): void => stop.stop('cancel', wordsOf(signal?.reason));
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  else keeper.watch(plan.directory);
  try {
    return await runStages(turn);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    keeper.release(plan.directory);
  }
}

/** A reason that somebody gave. Without one a signal makes up an error that says nothing. */
function wordsOf(reason: unknown): string | undefined {
  return typeof reason === 'string' ? reason : undefined;
}

function turnOf<Request extends BaseChatRequest>(
  { plan, model, session, stop }: TurnInProgress<Request>,
  outcome: Promise<EndEvent>,
): Turn {
  return {
    id: plan.record.id,
    directory: plan.directory,
    get sessionId() {
      return session.id;
    },
    events: (options = {}) => readJournal(plan.directory, options),
    lines: (options = {}) => readJournalLines(plan.directory, options),
    usage: () => model?.usage(),
    outcome,
    async cancel(reason) {
      stop.stop('cancel', reason);
      await outcome;
    },
    async kill() {
      stop.stop('kill');
      await outcome;
    },
  };
}
