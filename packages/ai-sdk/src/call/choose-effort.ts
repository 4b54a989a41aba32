import type { AgentAbilities, ReasoningEffort } from '@dragoman/agents';
import type { CallOptions, CallWarning } from './call-options.js';
import type { DragomanOptions } from './dragoman-options.js';

/** How hard the model is to think, and what to say where it can't be had. */
export interface ChosenEffort {
  readonly effort?: ReasoningEffort;
  readonly warnings: readonly CallWarning[];
}

/** V4 calls have a setting for it; both have it among our own options. */
export function chooseEffort(
  call: CallOptions,
  { reasoningEffort }: DragomanOptions,
  { reasoningEfforts }: AgentAbilities,
): ChosenEffort {
  const asked = reasoningEffort ?? ('reasoning' in call ? call.reasoning : undefined);
  if (asked === undefined || asked === 'provider-default') return { warnings: [] };
  const effort = asked === 'max' ? reasoningEfforts.at(-1) : asked;
  if (effort !== undefined && reasoningEfforts.includes(effort)) {
    const details = `It is ${effort} here.`;
    return {
      effort,
      warnings: asked === effort ? [] : [{ type: 'compatibility', feature: 'reasoning', details }],
    };
  }
  const details = `The agent knows ${reasoningEfforts.join(', ') || 'none'}, not ${asked}.`;
  return { warnings: [{ type: 'unsupported', feature: 'reasoning', details }] };
}
