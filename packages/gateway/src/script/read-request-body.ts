import { DragomanError } from '@dragoman/protocol';
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

/** The JSON schema of a tool's arguments, as far as a script looks at it. */
export const toolParameters = z
  .looseObject({
    properties: z.record(z.string(), z.unknown()).catch({}),
    required: z.array(z.string()).catch([]),
  })
  .catch({ properties: {}, required: [] })
  .transform(({ properties, required }) => ({ properties: Object.keys(properties), required }));
