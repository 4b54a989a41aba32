import { createRedactor, type EndEvent } from '@dragoman/protocol';
import { outOfResources, removeTree } from '@dragoman/sandbox';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import { secretValues } from '../given/given-environment.js';
import { type OpenHosts, openHosts } from '../hosts/open-hosts.js';
import { openJournal } from '../journal/open-journal.js';
import { readJournal, readJournalLines } from '../journal/read-journal.js';
import { turnLimitsOf } from '../limits/turn-limits.js';
import { type OpenModel, openModel } from '../model/open-model.js';
import { createEvidence } from '../outcome/create-evidence.js';
import { callerServerName } from '../tools/caller-tool.js';
import { type CallerTools, openCallerTools } from '../tools/open-caller-tools.js';
import { writtenAnswer } from '../tools/tool-answer.js';
import { watchdog } from '../watchdog/watchdog.js';
import { type Cleanup, createCleanup } from './cleanup.js';
import { handleControl } from './control-request.js';
import { listenForControlRequests } from './control-socket.js';
import { claimTurnFolder, openTurnFolders } from './open-turn-folders.js';
import { planTurn, type TurnPlan } from './plan-turn.js';
import { meteredUsage, runStages } from './run-stages.js';
import { createSessionTracker } from './session-tracker.js';
import { createStopControl } from './stop-control.js';
import type { Turn } from './turn.js';
import type { TurnInProgress } from './turn-in-progress.js';
import { createTurnInput } from './turn-input.js';
import type { ConductOptions } from './turn-options.js';

const DEFAULT_GRACE_MS = 5000;

/**
 * Conducts one turn, whoever acts in it. Rejects with a `DragomanError` while nothing has begun; from
 * the moment there is a journal, whatever happens becomes the turn's one `end`.
 */
export async function conductTurn<Request extends BaseChatRequest>(
  options: ConductOptions<Request>,
): Promise<Turn> {
  const turn = await prepare(options).catch((error: unknown) => {
    throw outOfResources('The turn was not started', error) ?? error;
  });
  const outcome = finish(turn);
  return turnOf(turn, outcome);
}

async function prepare<Request extends BaseChatRequest>(
  options: ConductOptions<Request>,
): Promise<TurnInProgress<Request>> {
  const plan = await planTurn(options);
  await claimTurnFolder(plan);
  return begin(plan);
}

/** Stages: folders, model, tools, hosts, control, journal. What fails here leaves nothing behind. */
async function begin<Request extends BaseChatRequest>(
  plan: TurnPlan<Request>,
): Promise<TurnInProgress<Request>> {
  const { directory, options, record } = plan;
  const cleanup = createCleanup();
  try {
    await openTurnFolders(plan, cleanup);
    const model = await openTurnModel(plan, cleanup);
    const own = [...(options.secrets ?? []), ...secretValues(options.env)];
    const secrets = [...(model?.secrets ?? []), ...own];
    const tools = await openTurnTools(plan, cleanup, secrets);
    const hosts = await openTurnHosts(plan, cleanup);
    const redactor = createRedactor({ secrets: [...secrets, ...(tools ? [tools.token] : [])] });
    const evidence = createEvidence({
      ...(record.agent !== undefined && { command: record.agent }),
      isProgram: options.agent.isProgram ?? false,
      expectsTerminal: options.agent.saysTurnEnd ?? false,
      redactor,
    });
    const input = createTurnInput(options.agent.inputLine?.bind(options.agent));
    const stop = createStopControl({
      graceMs: options.graceMs ?? DEFAULT_GRACE_MS,
      onStop(cause, words) {
        evidence.stopped(cause, words);
        input.end();
      },
      onFailure: (error) => evidence.failed(error),
    });
    cleanup.add(
      'The control socket',
      await listenForControlRequests(record.runDirectory, (request) =>
        handleControl(request, { stop, tools, input }),
      ),
    );
    const { journalBytes: bytes } = turnLimitsOf(options.limits);
    const onReached = (words: string): void => stop.stop('journal_limit', words);
    const journal = openJournal(directory, { redactor, limit: { bytes, onReached } });
    model?.reportIn(journal);
    tools?.reportIn(journal);
    hosts?.reportIn(journal);
    const session = createSessionTracker(plan, redactor);
    return { plan, model, tools, hosts, journal, evidence, session, stop, input, cleanup };
  } catch (error) {
    await cleanup.run();
    for (const folder of record.homeIsNew ? [directory, record.home] : [directory]) {
      cleanup.add(folder, () => removeTree(folder));
    }
    // What went wrong matters more than what could not be taken away again.
    await cleanup.run();
    watchdog.release(directory);
    throw error;
  }
}

async function openTurnModel<Request extends BaseChatRequest>(
  { options, record, provider }: TurnPlan<Request>,
  cleanup: Cleanup,
): Promise<OpenModel | undefined> {
  const { agent, access } = options;
  if (agent.dialect === undefined || access === undefined) return undefined;
  if (options.signal?.aborted) return undefined;
  const socketPath = `${record.runDirectory}/gateway.sock`;
  const network = options.network ?? provider.abilities.networks[0] ?? 'none';
  const { hostedTools = network === 'none' ? 'deny' : 'allow', models: more = [] } = options;
  const models = agent.models && {
    firstOf: agent.models.firstOf,
    allow: [...agent.models.allow, ...more],
  };
  const policy = { hostedTools, ...(models && { models }) };
  const model = await openModel({
    access,
    dialect: agent.dialect,
    mentions: agent.mentions,
    socketPath,
    policy,
  });
  cleanup.add('The gateway', model.close);
  return model;
}

async function openTurnTools<Request extends BaseChatRequest>(
  { options, record }: TurnPlan<Request>,
  cleanup: Cleanup,
  secrets: readonly string[],
): Promise<CallerTools | undefined> {
  const { agent, tools = [] } = options;
  if (tools.length === 0 || options.signal?.aborted) return undefined;
  const open = await openCallerTools({
    tools,
    turnId: record.id,
    socketPath: `${record.runDirectory}/caller.sock`,
    secrets,
    parsesToolTexts: agent.parsesToolTexts ?? false,
    ...(agent.namesServers === false && { prefix: `${callerServerName}__` }),
  });
  cleanup.add("The caller's tools", open.close);
  return open;
}

async function openTurnHosts<Request extends BaseChatRequest>(
  { options, record }: TurnPlan<Request>,
  cleanup: Cleanup,
): Promise<OpenHosts | undefined> {
  const { allowHosts: hosts = [] } = options;
  if (hosts.length === 0 || options.signal?.aborted) return undefined;
  const open = await openHosts({ hosts, socketPath: `${record.runDirectory}/hosts.sock` });
  cleanup.add('The proxy', open.close);
  return open;
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
  const { end, cleared } = await runStages(turn);
  signal?.removeEventListener('abort', onAbort);
  // Later than the end where a start was given up: this process may be gone before that start is.
  void cleared.then(() => watchdog.release(plan.directory));
  return end;
}

/** A reason that somebody gave. Without one a signal makes up an error that says nothing. */
function wordsOf(reason: unknown): string | undefined {
  return typeof reason === 'string' ? reason : undefined;
}

function turnOf<Request extends BaseChatRequest>(
  { plan, model, tools, session, stop, input }: TurnInProgress<Request>,
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
    usage: () => meteredUsage(model?.usage()) ?? undefined,
    outcome,
    answer: async (requestId, answer) =>
      tools?.requests.answer(requestId, writtenAnswer(answer)) ?? 'unknown',
    input: async (text) => input.write(text),
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
