import { z } from 'zod';

export const CRITERIA = ['correctness', 'completeness', 'quality'] as const;

export type Criterion = (typeof CRITERIA)[number];

export type Weights = Readonly<Record<Criterion, number>>;

/** How much each criterion counts. */
export const weightsSchema = z
  .strictObject({
    correctness: z.coerce.number().nonnegative().default(0.5),
    completeness: z.coerce.number().nonnegative().default(0.3),
    quality: z.coerce.number().nonnegative().default(0.2),
  })
  .refine(
    (weights) => CRITERIA.some((name) => weights[name] > 0),
    'one of the weights is more than 0',
  );

/** The largest value of a criterion. */
const SCALE = 10;

const points = z.number().transform((value) => Math.min(SCALE, Math.max(0, value)));

/** What a judge answers. It gives no sum: how much each criterion counts isn't its business. */
export const judgement = z.object({
  criteria: z.object({ correctness: points, completeness: points, quality: points }),
  reasoning: z.string(),
  risks: z.array(z.string()),
});

export type Judgement = z.infer<typeof judgement>;

/** The same as a JSON Schema of the strict kind that agents take: all is required, nothing else allowed. */
export const JUDGEMENT_SCHEMA = {
  type: 'object',
  properties: {
    criteria: {
      type: 'object',
      properties: Object.fromEntries(
        CRITERIA.map((name) => [name, { type: 'number', description: `0 to ${SCALE}` }]),
      ),
      required: [...CRITERIA],
      additionalProperties: false,
    },
    reasoning: { type: 'string' },
    risks: { type: 'array', items: { type: 'string' } },
  },
  required: ['criteria', 'reasoning', 'risks'],
  additionalProperties: false,
} as const;

/** From 0 to 100. */
export function weightedScore({ criteria }: Judgement, weights: Weights): number {
  const sum = CRITERIA.reduce((total, name) => total + weights[name], 0);
  const score = CRITERIA.reduce((total, name) => total + weights[name] * criteria[name], 0);
  return (score / sum) * (100 / SCALE);
}

/** Of an even number the mean of the two in the middle. Undefined where there is none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  if (upper === undefined || !Number.isInteger(middle)) return upper;
  return (upper + (sorted[middle - 1] ?? upper)) / 2;
}
