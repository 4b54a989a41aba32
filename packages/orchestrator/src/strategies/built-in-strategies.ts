import { DragomanError } from '@dragoman/protocol';
import { nearestName } from '@dragoman/protocol/internal';
import type { z } from 'zod';
import { bestOfN } from './best-of-n.js';
import { bugFinding } from './bug-finding.js';
import { iterative } from './iterative.js';
import { scoring } from './scoring.js';
import { simple } from './simple.js';
import type { Strategy } from './strategy.js';

/** A strategy of any parameters, which are checked by its own schema before they reach it. */
// biome-ignore lint/suspicious/noExplicitAny: what a strategy takes is known to nobody but its schema.
export type AnyStrategy = Strategy<any>;

const BUILT_IN: Readonly<Record<string, AnyStrategy>> = Object.fromEntries(
  [simple, scoring, bestOfN, iterative, bugFinding].map((strategy) => [strategy.name, strategy]),
);

export const builtInStrategyNames: readonly string[] = Object.keys(BUILT_IN);

/** The strategy of a name. Throws `strategy_unknown`. */
export function builtInStrategy(name: string): AnyStrategy {
  const strategy = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  if (strategy !== undefined) return strategy;
  const meant = nearestName(name, builtInStrategyNames);
  throw new DragomanError(
    'strategy_unknown',
    `There is no strategy ${JSON.stringify(name)}.${meant === undefined ? '' : ` Did you mean ${meant}?`} There are: ${builtInStrategyNames.join(', ')}; one of your own is named by its file, such as ./my-strategy.ts.`,
  );
}

/** The parameters of a strategy with its defaults. Throws `invalid_request`, naming the one that is wrong. */
export function parseParameters(
  { name, params }: AnyStrategy,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const parsed = params.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DragomanError('invalid_request', `${name}: ${wordsOf(issue, params)}`);
}

function wordsOf(issue: z.core.$ZodIssue | undefined, schema: z.ZodType): string {
  if (issue?.code !== 'unrecognized_keys') {
    return `${issue?.path.join('.') || 'its parameters'}: ${issue?.message ?? 'they are wrong'}.`;
  }
  const [key = ''] = issue.keys;
  const names = 'shape' in schema ? Object.keys(Object(schema.shape)) : [];
  const meant = nearestName(key, names);
  const known = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`;
  return `it has no parameter ${JSON.stringify(key)}. ${meant === undefined ? known : `Did you mean ${meant}?`}`;
}
