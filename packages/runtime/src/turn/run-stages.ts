import { rm } from 'node:fs/promises';
import { type EndEvent, errorMessage, type InitEvent } from '@dragoman/protocol';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import { decideOutcome, type Outcome } from '../outcome/decide-outcome.js';
import { noteLateSession } from './late-session.js';
import { meteredUsage } from './metered-usage.js';
import { openSandbox } from './open-sandbox.js';
import { readProcess } from './read-process.js';
import { startCommand } from './start-command.js';
import type { TurnInProgress } from './turn-in-progress.js';

/**
 * The stages of a turn that has a journal: sandbox, start, read, clean up, end. Whichever fails, the
 * earlier ones are undone here, and the journal gets its one `end` after that: who reads it can rely
 * on nothing being left. Never rejects.
 */
export async function runStages<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
): Promise<EndEvent> {
  const { journal, evidence, stop } = turn;
  try {
    if (!stop.requested) await act(turn);
  } catch (error) {
    evidence.failed(error);
  }
  const failures = await undo(turn);
  try {
    for (const message of failures) {
      journal.append({ type: 'error', message, fatal: false, code: 'cleanup_failed' });
    }
  } catch (error) {
    evidence.failed(error);
  }
  const verdict = decideOutcome(evidence.evidence());
  const end = { ...verdict, usage: verdict.usage ?? meteredUsage(turn.model?.usage()) };
  try {
    return journal.appendEnd(end);
  } catch (error) {
    return unwritten(turn, end, error);
  }
}

/** Where not even the end can be written, whoever waits here must be told all the same. */
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

async function act<Request extends BaseChatRequest>(turn: TurnInProgress<Request>): Promise<void> {
  const place = await openSandbox(turn);
  if (turn.stop.requested) return;
  turn.journal.append(introduction(turn));
  const process = await startCommand(turn, place);
  turn.evidence.started();
  await readProcess(turn, process);
  await noteLateSession(turn);
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

/** A HOME is kept for its session. Without one it was only for this turn. */
async function undo<Request extends BaseChatRequest>({
  plan,
  session,
  cleanup,
}: TurnInProgress<Request>): Promise<readonly string[]> {
  const { home, homeIsNew } = plan.record;
  const failures = await cleanup.run();
  if (!homeIsNew || session.id !== undefined) return failures;
  cleanup.add('The HOME', () => rm(home, { recursive: true, force: true, maxRetries: 3 }));
  return [...failures, ...(await cleanup.run())];
}
