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
