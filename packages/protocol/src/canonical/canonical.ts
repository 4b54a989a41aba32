import type { UnifiedMessage } from '../message/unified-message.js';
import type { Transcript } from '../reduce/transcript.js';
import { type CanonicalBlock, toCanonicalBlock } from './canonical-block.js';
import { type PairedResults, pairResults } from './pair-results.js';

/** One block on its way, with the id that is needed to nest, and then dropped. */
interface Step {
  readonly block: CanonicalBlock;
  readonly toolId: string | undefined;
}

/** The call that started a chain, or its id while no such call is known; undefined for the agent's own. */
type ChainKey = Step | string | undefined;

/**
 * The form in which two views of a session are compared: the same session seen live and loaded from
 * its file gives deep-equal lists.
 *
 * Left out: ids, times, usage, source, native forms; synthetic messages; what the user said before
 * the agent's first word (not every stream repeats the prompt); unknown records; output of tools
 * that never answered. Messages are split into blocks and adjacent texts stay apart. A result is
 * nested in its call, so parallel calls stand in the order of the calls, whatever order the results
 * came in. Trailing space is trimmed, a text of nothing else is none, and the keys of inputs are
 * sorted. The steps of a sub-agent follow after those of the agent that started it, each with the
 * index of the call that did: the latest before it, where calls share an id.
 *
 * What a transcript keeps in two messages stays apart. Messages from elsewhere may have a result
 * after its call, in a separate message.
 */
export function canonical(view: Transcript | readonly UnifiedMessage[]): CanonicalBlock[] {
  const [messages, results] =
    'messages' in view
      ? [view.messages, pairResults(view.messages, 'message')]
      : [view, pairResults(view, 'chain')];
  return orderChains(splitIntoChains(messages, results));
}

function splitIntoChains(
  messages: readonly UnifiedMessage[],
  results: PairedResults,
): Map<ChainKey, Step[]> {
  const chains = new Map<ChainKey, Step[]>();
  const latestCalls = new Map<string, Step>();
  let agentHasSpoken = false;
  for (const message of messages) {
    const found = stepsOf(message, results);
    agentHasSpoken ||= message.role === 'assistant' && found.length > 0;
    if (message.synthetic !== undefined || found.length === 0) continue;
    if (message.role === 'user' && !agentHasSpoken && !holdsResult(message)) continue;
    const { parentToolUseId } = message;
    const key =
      parentToolUseId === undefined
        ? undefined
        : (latestCalls.get(parentToolUseId) ?? parentToolUseId);
    const steps = chains.get(key) ?? [];
    chains.set(key, steps);
    for (const step of found) {
      steps.push(step);
      if (step.toolId === undefined) continue;
      latestCalls.set(step.toolId, step);
      adoptEarlySteps(chains, step, step.toolId);
    }
  }
  return chains;
}

/** A view may have a sub-agent before the call that started it. */
function adoptEarlySteps(chains: Map<ChainKey, Step[]>, call: Step, toolId: string): void {
  const early = chains.get(toolId);
  if (early === undefined) return;
  chains.delete(toolId);
  chains.set(call, early);
}

function stepsOf(message: UnifiedMessage, results: PairedResults): Step[] {
  const steps: Step[] = [];
  for (const content of message.content) {
    const block = toCanonicalBlock(content, message, results);
    const toolId = content.type === 'tool_use' ? content.id : undefined;
    if (block !== undefined) steps.push({ block, toolId });
  }
  return steps;
}

function holdsResult(message: UnifiedMessage): boolean {
  return message.content.some((block) => block.type === 'tool_result');
}

/** The main chain first; then, call by call, the chains the calls started; last those of unknown calls. */
function orderChains(chains: Map<ChainKey, Step[]>): CanonicalBlock[] {
  const ordered: CanonicalBlock[] = [];
  const calls: { call: Step; index: number }[] = [];
  let nextCall = 0;

  const append = (chain: ChainKey, parent: number | undefined): void => {
    const steps = chains.get(chain) ?? [];
    chains.delete(chain);
    for (const step of steps) {
      if (step.toolId !== undefined) calls.push({ call: step, index: ordered.length });
      ordered.push(parent === undefined ? step.block : { ...step.block, parent });
    }
  };

  // Calls of a chain placed here join the end of the list, so this reaches every depth.
  const placeSubAgents = (): void => {
    for (let next = calls[nextCall]; next !== undefined; next = calls[++nextCall]) {
      append(next.call, next.index);
    }
  };

  append(undefined, undefined);
  placeSubAgents();
  for (const chain of [...chains.keys()]) {
    append(chain, -1);
    placeSubAgents();
  }
  return ordered;
}
