import type { Rules } from '../../interpret/rule.js';

/** Rules under the whole name of what they read: `system/init` instead of `init`. */
export function prefixed<State>(prefix: string, rules: Rules<State>): Rules<State> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [`${prefix}/${name}`, rule]),
  );
}
