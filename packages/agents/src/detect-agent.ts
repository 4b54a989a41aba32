import type { JsonObject } from '@dragoman/protocol';
import { type AgentName, agentNames, agents } from './agents.js';
import { createDetector, type Detector } from './interpret/detector.js';
import type { View } from './interpret/view.js';

/** Whose records they are, and of which view. */
export interface DetectedAgent {
  readonly agent: AgentName;
  readonly view: View;
}

/**
 * Whose record this is, told by marks that no other agent's records have. Undefined where none
 * recognises it as its own, or several do.
 */
export function detectAgent(record: JsonObject): DetectedAgent | undefined {
  const [found, ...others] = agentNames.flatMap((agent) => {
    const view = agents[agent].interpreter.recognise(record);
    return view === undefined ? [] : [{ agent, view }];
  });
  return others.length === 0 ? found : undefined;
}

/**
 * Tells from the first bytes of a stream or of a file whose they are: the first record that exactly
 * one agent recognises decides.
 *
 * @example
 * const detector = createAgentDetector();
 * for await (const chunk of input) {
 *   const found = detector.push(chunk);
 *   if (found !== undefined || detector.isHopeless()) break;
 * }
 */
export function createAgentDetector(): Detector<DetectedAgent> {
  return createDetector(detectAgent);
}
