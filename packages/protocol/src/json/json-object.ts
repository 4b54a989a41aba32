import { z } from 'zod';
import { isJsonObject, type JsonObject } from './parse-json.js';

/**
 * An object of any content, taken as it is. `z.record` would walk and copy it, drop a `__proto__`
 * key on the way, and so change what an agent wrote.
 */
export const jsonObject = z
  .custom<JsonObject>(isJsonObject, 'expected an object')
  .meta({ type: 'object' });
