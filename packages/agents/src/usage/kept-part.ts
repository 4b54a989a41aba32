import type { UsageFigures } from '@dragoman/protocol';
import { z } from 'zod';
import type { Agent } from '../agent.js';
import { type UnpaidBy, unpaidModel } from '../prices/unpaid-model.js';
import type { CollectedPart } from './collect-usage.js';
import { clearCosts, createUsageRows, ROW_WORDS } from './usage-rows.js';

// What sessions used, to be kept when the sessions themselves are removed: as JSON, the rows as base64.

const modelTotal = z.object({
  ...{ input: z.number(), cached: z.number(), written: z.number() },
  ...{ output: z.number(), reasoning: z.number(), cost: z.number() },
});

const keptPart = z.object({
  agent: z.string(),
  home: z.string(),
  path: z.string(),
  born: z.number(),
  session: z.string(),
  cwd: z.string().optional(),
  models: z.array(z.string()),
  rows: z.base64(),
  counts: z.array(
    z.object({
      after: z.number(),
      count: z.object({ models: z.record(z.string(), modelTotal), cost: z.number().optional() }),
    }),
  ),
});

export type KeptPart = z.infer<typeof keptPart>;

const ROW_BYTES = ROW_WORDS * Uint32Array.BYTES_PER_ELEMENT;

export function toKeptPart(part: CollectedPart): KeptPart {
  const { agent, home, path, born, session, cwd, models, words, counts } = part;
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
  return {
    ...{ agent, home, path, born, session, cwd, rows: bytes.toString('base64') },
    models: [...models],
    counts: [...counts],
  };
}

/** Undefined for what is none, or of an agent that isn't known. */
export function fromKeptPart(
  value: unknown,
  agentOf: (name: string) => Agent | undefined,
): CollectedPart | undefined {
  const parsed = keptPart.safeParse(value);
  if (!parsed.success) return undefined;
  const { rows, cwd, ...part } = parsed.data;
  const format = agentOf(part.agent)?.interpreter.usage;
  const bytes = Buffer.from(rows, 'base64');
  if (format === undefined || bytes.length % ROW_BYTES !== 0) return undefined;
  const words = new Uint32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  );
  const about = { ...part, format };
  return { ...about, cwd, words };
}

/** What is known of a session from elsewhere than its own records: one sum. */
interface NotedUsage extends Pick<CollectedPart, 'home' | 'session' | 'cwd'> {
  readonly agent: Agent;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly model: string | undefined;
  readonly figures: UsageFigures;
}

/** The same as a part, with one row. Undefined for an agent that records nothing. */
export function notedPart({ agent, home, ...noted }: NotedUsage): CollectedPart | undefined {
  const format = agent.interpreter.usage;
  if (format === undefined) return undefined;
  const { session, cwd, time, model, figures } = noted;
  const rows = createUsageRows();
  rows.add({ key: ['noted', agent.name, home, session].join('\n'), time, model, figures });
  const about = { agent: agent.name, format, home, path: home, born: time, session };
  return { ...about, cwd, models: rows.models, words: rows.words().slice(), counts: [] };
}

/** Whether a part is one of `notedPart`: it is of no file in the HOME. */
export function isNotedPart({ path, home }: CollectedPart): boolean {
  return path === home;
}

/** The same without any cost, and with models that are marked: nobody was paid for the calls. */
export function unpaidPart(part: CollectedPart, by: UnpaidBy): CollectedPart {
  const nameOf = (model: string) => unpaidModel(model, by);
  const words = part.words.slice();
  clearCosts(words);
  const counts = part.counts.map(({ after, count }) => {
    const models = Object.entries(count.models).map(([name, total]) => [
      nameOf(name),
      { ...total, cost: 0 },
    ]);
    return { after, count: { models: Object.fromEntries(models), cost: 0 } };
  });
  return { ...part, models: part.models.map(nameOf), words, counts };
}
