import { z } from 'zod';

const envelope = {
  seq: z
    .int()
    .positive()
    .optional()
    .describe('Position in the journal of the turn, or in the log of the run: from 1, no gaps.'),
  ts: z
    .string()
    .optional()
    .describe(
      'When, in ISO 8601. Next to `seq` it is the time of writing to the journal; without `seq` it is the time that the agent recorded.',
    ),
};

/** What makes an event: its fields, and the words and the example its reference page shows. */
interface EventDefinition<Fields extends z.ZodRawShape> {
  readonly description: string;
  readonly fields: Fields;
  readonly example: z.input<z.ZodObject<Fields>>;
}

/**
 * The schema of one event. Fields it doesn't know are let through and kept: a reader of today must
 * survive the writer of tomorrow.
 */
export function defineEvent<const Type extends string, Fields extends z.ZodRawShape>(
  type: Type,
  { description, fields, example }: EventDefinition<Fields>,
) {
  return z
    .looseObject({ type: z.literal(type), ...fields, ...envelope })
    .meta({ description, examples: [{ type, ...example }] });
}

/** The type of a loose schema's known fields, so that a misspelt field name doesn't compile. */
export type KnownFields<Schema extends z.ZodObject> = z.output<z.ZodObject<Schema['shape']>>;

/** On everything a sub-agent does: which call of its parent started it. */
export const parentToolId = z
  .string()
  .optional()
  .describe('The `tool_id` of the call that started the sub-agent this belongs to.');

export const delta = z
  .boolean()
  .optional()
  .describe('True: append to what came before. False or absent: this is the whole text.');

/** What went wrong, in the words of whoever reported it. */
export const failureDetail = z.object({
  message: z.string(),
  type: z.string().optional(),
});

/** Where the bytes of an image are: in the message, behind a URL, or in a file. */
export const imageSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('base64'), data: z.string(), media_type: z.string() }),
  z.object({ type: z.literal('url'), url: z.string() }),
  z.object({ type: z.literal('file'), path: z.string() }),
]);

export type ImageSource = z.infer<typeof imageSource>;
