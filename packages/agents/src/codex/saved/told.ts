import type { JsonObject } from '@dragoman/protocol';
import { mapped, type Rule } from '../../interpret/rule.js';
import type { SavedState } from './saved-state.js';

/** What a rule does with the payload of its record: events go into the queue, which keeps their order. */
type Read = (payload: JsonObject, state: SavedState) => void;

const NONE = [] as const;

/** A rule whose events go into the queue of the session. */
export function told(becomes: string, read: Read): Rule<SavedState> {
  return mapped(becomes, (payload, state) => {
    read(payload, state);
    return NONE;
  });
}
