import { toolInputs } from '@dragoman/protocol';
import { unknownTool } from '@dragoman/protocol/internal';
import { answerTools } from '../mapping/answer-tools.js';
import { noticeNames } from '../mapping/notice-parts.js';
import type { CallOptions, CallWarning } from './call-options.js';

/** Settings of a model that an agent doesn't pass on to its own. */
const SETTINGS = [
  'maxOutputTokens',
  'temperature',
  'stopSequences',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
] as const;

/** The SDK sends this one itself. */
const OWN_HEADER = 'user-agent';

/** A warning for each setting that has no effect. */
export function settingWarnings(call: CallOptions, agent: string): CallWarning[] {
  const details = `${agent} decides this itself.`;
  const settings = SETTINGS.filter((name) => isSet(call[name])).map((feature) =>
    unsupported(feature, details),
  );
  return [...settings, ...headerWarnings(call)];
}

function headerWarnings({ headers = {} }: CallOptions): CallWarning[] {
  const others = Object.keys(headers).filter((name) => name.toLowerCase() !== OWN_HEADER);
  const details = "The agent's requests to its model have no headers of the caller.";
  return others.length > 0 ? [unsupported('headers', details)] : [];
}

function unsupported(feature: string, details: string): CallWarning {
  return { type: 'unsupported', feature, details };
}

function isSet(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

type Tool = NonNullable<CallOptions['tools']>[number];

/** The names of agents' calls, and of what is shown as if it were one. */
const AGENT_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(toolInputs),
  ...answerTools,
  ...noticeNames,
  unknownTool,
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
    const details = `It is not passed on to ${agent}.`;
    warnings.push({ type: 'unsupported', feature: `${feature} of tool ${name}`, details });
  }
  return warnings;
}

/** A turn goes on with the tools that it began with, whatever a later call of it offers. */
export function toolSetWarnings(
  { tools = [], toolChoice }: CallOptions,
  offered: readonly string[],
): CallWarning[] {
  const asked = toolChoice?.type === 'none' ? [] : tools.filter(({ type }) => type === 'function');
  const added = asked.map(({ name }) => name).filter((name) => !offered.includes(name));
  if (added.length === 0) return [];
  const details = `The turn goes on with the tools that it began with, without ${added.join(', ')}.`;
  return [{ type: 'unsupported', feature: 'tools', details }];
}
