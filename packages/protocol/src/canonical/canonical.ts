import type { UnifiedMessage } from '../message/unified-message.js';
import type { Transcript } from '../reduce/transcript.js';
import type { CanonicalBlock } from './canonical-block.js';
import { type PairedResults, pairResults } from './pair-results.js';
import { toCanonicalBlock } from './to-canonical-block.js';

/** One block on its way: with the ids that are needed to order and nest, and then dropped. */
interface Step {
  readonly block: CanonicalBlock;
  readonly toolId: string | undefined;
}

/**
 * The form in which two views of a run are compared: the same run seen live and loaded from its
 * saved session gives deep-equal lists.
 *
 * Left out: ids, times, usage, source, native forms; synthetic messages; what the user said before
 * the agent's first word (not every stream repeats the prompt); unknown records; output of tools
 * that never answered. Messages are split into blocks and adjacent texts stay apart. A result is
 * nested in its call, so parallel calls stand in the order of the calls, whatever order the results
 * came in. Trailing space is trimmed, a text of nothing else is none, and the keys of inputs are sorted. The steps of a sub-agent
 * follow after those of the agent that started it, each with the index of the call that did.
 */
export function canonical(view: Transcript | readonly UnifiedMessage[]): CanonicalBlock[] {
  const messages = 'messages' in view ? view.messages : view;
  return orderChains(splitIntoChains(messages));
}

function splitIntoChains(messages: readonly UnifiedMessage[]): Map<string | undefined, Step[]> {
  const results = pairResults(messages);
  const chains = new Map<string | undefined, Step[]>();
  let agentHasSpoken = false;
  for (const message of messages) {
    const found = stepsOf(message, results);
    agentHasSpoken ||= message.role === 'assistant' && found.length > 0;
    if (message.synthetic !== undefined || found.length === 0) continue;
    if (message.role === 'user' && !agentHasSpoken && !holdsResult(message)) continue;
    const steps = chains.get(message.parentToolUseId) ?? [];
    chains.set(message.parentToolUseId, steps);
    for (const step of found) steps.push(step);
  }
  return chains;
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
function orderChains(chains: Map<string | undefined, Step[]>): CanonicalBlock[] {
  const ordered: CanonicalBlock[] = [];
  const calls: { toolId: string; index: number }[] = [];
  let nextCall = 0;

  const place = (chain: string | undefined, parent: number | undefined): void => {
    const steps = chains.get(chain) ?? [];
    chains.delete(chain);
    for (const { block, toolId } of steps) {
      if (toolId !== undefined) calls.push({ toolId, index: ordered.length });
      ordered.push(parent === undefined ? block : { ...block, parent });
    }
  };

  // Calls of a chain placed here join the end of the list, so this reaches every depth.
  const placeSubAgents = (): void => {
    for (let call = calls[nextCall]; call !== undefined; call = calls[++nextCall]) {
      place(call.toolId, call.index);
    }
  };

  place(undefined, undefined);
  placeSubAgents();
  for (const chain of [...chains.keys()]) {
    place(chain, -1);
    placeSubAgents();
  }
  return ordered;
}
