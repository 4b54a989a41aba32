import { eventSchemas, isRunEvent } from '@dragoman/protocol';
import { z } from 'zod';

/** The journal of a turn has no events of runs. */
const schemas = Object.entries(eventSchemas).filter(([type]) => !isRunEvent({ type }));

const [first, ...rest] = schemas.map(([, schema]) => schema);

/** One event of a turn. A reader passes over types that it doesn't know. */
export const anyEvent: z.ZodType = z.union(first === undefined ? [] : [first, ...rest]);

/** Each type of event by the name that it has in the document, such as `ToolUseEvent`. */
export const namedEvents: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  schemas.map(([type, schema]) => [`${pascal(type)}Event`, schema]),
);

function pascal(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
