import type { TurnUsage } from '@dragoman/gateway';
import type {
  EndEvent,
  InitEvent,
  MessageEvent,
  UsageFigures,
  WorkspaceRiskEvent,
} from '@dragoman/protocol';
import { errorMessage, type LooseEvent } from '@dragoman/protocol/internal';
import { outOfResources, removeTree, type SandboxProcess } from '@dragoman/sandbox';
import type { WatchedArtifacts } from '../artifacts/watch-artifacts.js';
import type { WatchedWorkspace } from '../changes/watch-workspace.js';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import { decideOutcome, type Outcome } from '../outcome/decide-outcome.js';
import { openSandbox, startCommand } from './open-sandbox.js';
import { readProcess } from './read-process.js';
import { reportArtifacts, watchTurnArtifacts } from './report-artifacts.js';
import { reportChanges, watchChanges } from './report-changes.js';
import { reportRisks } from './report-risks.js';
import { noteLateSession } from './session-tracker.js';
import type { TurnInProgress } from './turn-in-progress.js';

/** What the stages of a turn came to. */
interface StagesResult {
  readonly end: EndEvent;
  /** Settles once nothing of the turn can come any more. Never rejects. */
  readonly cleared: Promise<void>;
}

/**
 * The stages of a turn that has a journal: look at the workspace, sandbox, start, read, clean up, look at
 * what is left and what has changed, end.
 * Whichever fails, the earlier ones are undone here, and the journal gets its one `end` after that: who
 * reads it can rely on nothing being left but what an `error` before it names. A start that was given up
 * may still make something after the end; it is undone before `cleared`. Never rejects.
 */
export async function runStages<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
): Promise<StagesResult> {
  const { journal, evidence, stop } = turn;
  const since = Date.now();
  let cleared = Promise.resolve();
  let watched: WatchedWorkspace | undefined;
  let artifacts: WatchedArtifacts | undefined;
  try {
    watched = await watchChanges(turn);
    artifacts = await watchTurnArtifacts(turn);
    if (!stop.requested) cleared = (await act(turn, watched)).cleared;
  } catch (error) {
    evidence.failed(outOfResources('The turn could not go on', error) ?? error);
  }
  const failures = await undo(turn);
  const last: LooseEvent[] = failures.map((message) => ({
    type: 'error',
    message,
    fatal: false,
    code: 'cleanup_failed',
  }));
  try {
    const risks = await risksOf(turn, since);
    // After what is taken back: that is no change.
    const changes = await reportChanges(turn, watched);
    for (const event of [changes, risks]) if (event !== undefined) last.push(event);
  } catch (error) {
    await watched?.forget();
    evidence.failed(error);
  }
  last.push(...(await reportArtifacts(turn, artifacts)));
  const verdict = decideOutcome(evidence.evidence());
  const end = { ...verdict, usage: verdict.usage ?? meteredUsage(turn.model?.usage()) };
  try {
    const written = journal.appendEnd(end, last);
    noteEnd(turn, written);
    return { end: written, cleared };
  } catch (error) {
    return { end: unwritten(turn, end, error), cleared };
  }
}

/** For whoever finds the journal cut off. Without it they learn less, so a full disk is no matter. */
function noteEnd<Request extends BaseChatRequest>(
  { session, journal }: TurnInProgress<Request>,
  end: EndEvent,
): void {
  try {
    session.noteEnd(end, journal.lastSeq);
  } catch {
    // Whoever has read the end may have removed the turn by now.
  }
}

/** Nothing, where no agent was at work. */
async function risksOf<Request extends BaseChatRequest>(
  { plan, evidence }: TurnInProgress<Request>,
  since: number,
): Promise<WorkspaceRiskEvent | undefined> {
  return evidence.evidence().started ? reportRisks(plan.record, since) : undefined;
}

/** Where not even the end can be written, whoever waits gets it all the same. */
function unwritten<Request extends BaseChatRequest>(
  { journal }: TurnInProgress<Request>,
  end: Outcome,
  error: unknown,
): EndEvent {
  const warnings = [`The journal has no end: ${errorMessage(error)}`];
  if (end.warning !== undefined) warnings.unshift(end.warning);
  try {
    journal.close();
  } catch (failure) {
    warnings.push(`Nor could it be closed: ${errorMessage(failure)}`);
  }
  return { type: 'end', ...end, warning: warnings.join(' ') };
}

async function act<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
  watched: WatchedWorkspace | undefined,
): Promise<Pick<StagesResult, 'cleared'>> {
  const starting = start(turn);
  if (!(await turn.stop.settles(starting))) return { cleared: giveUp(turn, starting) };
  const started = await starting;
  if (started !== undefined) {
    turn.evidence.started();
    await readProcess(turn, started.process, watched?.editDiffs(started.workspace));
    await noteLateSession(turn);
  }
  return { cleared: Promise.resolve() };
}

/** An agent's process, and the path that its workspace has for it. */
interface StartedAgent {
  readonly process: SandboxProcess;
  readonly workspace: string;
}

/** Nothing, where a stop was requested before there was a process. */
async function start<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
): Promise<StartedAgent | undefined> {
  const context = await openSandbox(turn);
  if (turn.stop.requested) return undefined;
  turn.journal.append([introduction(turn), promptOf(turn)]);
  const { workspace } = context.sandbox.inside;
  return { process: await startCommand(turn, context), workspace };
}

/**
 * A provider or an agent that doesn't answer holds up no stop. What it makes later is undone then; only a
 * sandbox that isn't there yet is beyond the clean-up before the end.
 */
function giveUp<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
  starting: Promise<unknown>,
): Promise<void> {
  if (!turn.session.hasSandbox) {
    turn.cleanup.add('The sandbox', () => {
      throw new Error(
        'it was not ready when the turn was stopped. What is made of it later is removed.',
      );
    });
  }
  const undoLate = async (): Promise<void> => {
    const failures = await undo(turn);
    if (failures.length > 0) process.emitWarning(failures.join(' '), 'DragomanWarning');
  };
  return starting.then(undoLate, undoLate);
}

/** What is known of the agent before it says anything itself. */
function introduction<Request extends BaseChatRequest>({
  plan,
}: TurnInProgress<Request>): InitEvent {
  const { agent, version, workspace } = plan.record;
  return {
    type: 'init',
    ...(agent !== undefined && { agent }),
    ...(version !== undefined && { version }),
    cwd: workspace,
  };
}

/** What the agent is asked for, whether or not its CLI repeats it. */
function promptOf<Request extends BaseChatRequest>({
  plan,
}: TurnInProgress<Request>): MessageEvent {
  return { type: 'message', role: 'user', content: plan.options.input.message, delta: false };
}

/** A HOME is kept for its session. Without one it was only for this turn. */
async function undo<Request extends BaseChatRequest>({
  plan,
  session,
  cleanup,
}: TurnInProgress<Request>): Promise<readonly string[]> {
  const { home, homeIsNew } = plan.record;
  const failures = await cleanup.run();
  if (!homeIsNew || session.id !== undefined) return failures;
  cleanup.add('The HOME', () => removeTree(home));
  return [...failures, ...(await cleanup.run())];
}

/**
 * What the gateway has counted, for a turn whose agent never said what it used: one that was stopped
 * has used its tokens all the same. Nothing where no model was asked or none said a figure.
 */
export function meteredUsage(usage: TurnUsage | undefined): UsageFigures | null {
  if (usage === undefined || usage.inputTokens + usage.outputTokens === 0) return null;
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    cached_input_tokens: cachedInputTokens,
    output_tokens: outputTokens,
    reasoning_tokens: reasoningTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
