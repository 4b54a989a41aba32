import { DragomanError } from '@dragoman/protocol';
import { jsonObject } from '@dragoman/protocol/internal';
import { z } from 'zod';

/** Checks a request's body as far as a script needs it. Fails with `script_bad_request`. */
export function readRequestBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new DragomanError(
    'script_bad_request',
    `The request is not one a scripted model understands. ${z.prettifyError(parsed.error)}`,
  );
}

/**
 * A list that may be left out. One with a mistake in it is a mistake: were it taken for an empty
 * one, a request that offers tools would pass for an aside.
 */
export function optionalList<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
}

/** The JSON schema of a tool's arguments, as far as a script looks at it. */
export const toolParameters = z
  .looseObject({ properties: jsonObject.nullish(), required: optionalList(z.string()) })
  .nullish()
  .transform((schema) => ({
    properties: Object.keys(schema?.properties ?? {}),
    required: schema?.required ?? [],
  }));

/** Whether the answer is to be streamed. */
export const streamFlag = z
  .boolean()
  .nullish()
  .transform((stream) => stream ?? false);
