import { agentNames, createAgentDetector, type View } from '@dragoman/agents';
import { createViewDetector, lookAhead, type SeenInput } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { type ChosenAgent, chosenAgent } from '../chosen-agent.js';

/** What is known of an input before it is read. */
export interface KnownOrigin {
  readonly agent?: ChosenAgent | undefined;
  readonly view?: View | undefined;
  /** What the input is called. */
  readonly source: string;
}

/** An input, and whose records it holds. */
export interface RecognisedInput {
  readonly agent: ChosenAgent;
  readonly view: View;
  /** All of the input. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Finds out what isn't known of an input by its first records. Undefined for one without any lines;
 * an error where nothing shows it.
 */
export async function recogniseInput(
  input: AsyncIterable<Uint8Array>,
  { agent, view, source }: KnownOrigin,
): Promise<RecognisedInput | undefined> {
  if (agent === undefined) {
    const seen = await lookAhead(input, createAgentDetector());
    if (isEmpty(seen)) return undefined;
    const { found, chunks } = seen;
    if (found === undefined) throw agentMissing(source);
    return { agent: chosenAgent(found.agent), view: view ?? found.view, chunks };
  }
  if (view !== undefined) return { agent, view, chunks: input };
  const seen = await lookAhead(input, createViewDetector(agent.interpreter));
  if (isEmpty(seen)) return undefined;
  if (seen.found === undefined) throw viewMissing(agent, source);
  return { agent, view: seen.found, chunks: seen.chunks };
}

function isEmpty({ isOver, lines }: SeenInput<unknown>): boolean {
  return isOver && lines === 0;
}

/** That nobody recognises an input as the records of an agent. */
export function agentMissing(source: string): DragomanError {
  return new DragomanError(
    'agent_undetected',
    `No record at the beginning of ${source} is one that a single agent writes; ${agentNames.join(', ')} were tried. If you know whose it is, say so with --agent.`,
  );
}

function viewMissing({ name }: ChosenAgent, source: string): DragomanError {
  return new DragomanError(
    'view_undetected',
    `Nothing at the beginning of ${source} shows whether it is the live output of ${name} or a saved session. If it is one of them, say --from live or --from saved.`,
  );
}
