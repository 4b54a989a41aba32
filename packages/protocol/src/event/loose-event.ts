import type { JsonObject } from '../json/json-object.js';

/** An event of this language, or of a type that only its reader knows. */
export type LooseEvent = JsonObject & { type: string };
