import { noticeNames } from '../mapping/notice-parts.js';
import type { CallOptions, CallWarning } from './call-options.js';

type Tool = NonNullable<CallOptions['tools']>[number];

/** What the calls of agents are named, whichever agent it is, and what is shown as if it were one. */
const AGENT_NAMES: ReadonlySet<string> = new Set([
  ...['Bash', 'Read', 'Write', 'Edit', 'Glob', 'Grep', 'Task', 'TodoWrite', 'WebFetch'],
  ...['WebSearch', 'AskUserQuestion', 'StructuredOutput', 'tool'],
  ...noticeNames,
]);

/** What the caller has to know of a tool that it offers, or can't. */
export function toolWarnings(tool: Tool, agent: string): CallWarning[] {
  const { name } = tool;
  if (tool.type !== 'function') {
    const details = `Another provider's tools can't be offered to ${agent}, which has its own.`;
    return [{ type: 'unsupported', feature: `tool ${name}`, details }];
  }
  const warnings: CallWarning[] = [];
  if (AGENT_NAMES.has(name)) {
    const details = `Agents have one of that name: the SDK takes calls of ${agent}'s own for calls of yours. Choose another name.`;
    warnings.push({ type: 'compatibility', feature: `tool ${name}`, details });
  }
  for (const feature of ['strict', 'inputExamples'] as const) {
    if (tool[feature] === undefined || tool[feature] === false) continue;
    const details = `${agent} isn't told of it.`;
    warnings.push({ type: 'unsupported', feature: `${feature} of tool ${name}`, details });
  }
  return warnings;
}
