import type { JsonObject } from '@dragoman/protocol';
import type { Failure } from '../../interpret/failure-events.js';
import { asText } from '../../interpret/json-fields.js';
import { textOf } from './assistant-message.js';

/** The model of a message that no model wrote. */
const SYNTHETIC = '<synthetic>';

/** Put where an answer must stand, when a session goes on after a turn that has none. */
const PLACEHOLDER = 'No response requested.';

const API_ERROR = 'API Error';

/** What a message is that the CLI wrote itself, in the role of the agent. */
export type SyntheticMessage =
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'printed'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly text: string };

/** Undefined for what a model wrote. */
export function readSynthetic(
  record: JsonObject,
  message: JsonObject | undefined,
): SyntheticMessage | undefined {
  const error = asText(record.error);
  const isFailure = error !== undefined || record.isApiErrorMessage === true;
  if (!isFailure && message?.model !== SYNTHETIC) return undefined;
  const text = textOf(message);
  if (isFailure || text.startsWith(API_ERROR)) {
    const type = error === 'unknown' ? undefined : error;
    return {
      kind: 'failure',
      failure: type === undefined ? { message: text } : { message: text, type },
    };
  }
  return { kind: text === PLACEHOLDER ? 'placeholder' : 'printed', text };
}
