import type { ChosenAgent } from '../chosen-agent.js';

/** What those told who could be asked, and why others couldn't. */
export interface Answers<Answer> {
  readonly answers: readonly Answer[];
  readonly failures: readonly unknown[];
}

/**
 * Asks several agents the same thing, all at once. One that fails keeps nobody from the others; only
 * a command that should stop does.
 */
export async function askAgents<Answer>(
  agents: readonly ChosenAgent[],
  ask: (agent: ChosenAgent) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answers<Answer>> {
  const asked = await Promise.allSettled(agents.map(ask));
  signal.throwIfAborted();
  return {
    answers: asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failures: asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
  };
}
