import { nearestName } from '@dragoman/protocol/internal';
import { z } from 'zod';

/**
 * An object with these keys and no others. Of a key it does not know it says which known one was
 * likely meant.
 */
export function strictKeys<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => unknownKey(key, known)).join(' ')
        : undefined,
  });
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = nearestName(key, known);
  return `unknown key "${key}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
}
