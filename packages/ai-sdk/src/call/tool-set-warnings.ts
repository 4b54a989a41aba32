import type { CallOptions, CallWarning } from './call-options.js';

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
