import { DragomanError } from '@dragoman/protocol';
import type { TurnOptions } from '@dragoman/runtime';
import { checkTools, checkTurnRequest } from '@dragoman/runtime/internal';
import { refusal } from '../errors/refusal.js';

/** These checks read nothing but the request: for their codes a client gets the reason itself. */
const ABOUT_THE_REQUEST: ReadonlySet<string> = new Set([
  'invalid_request',
  'unsupported_option',
  'prompt_empty',
  'prompt_too_long',
]);

/** Refuses what the agent, in its version, can't be asked for, before anything is made for the turn. */
export function checkAsked(options: TurnOptions, sandbox: { readonly confined: boolean }): void {
  try {
    checkTools(options.tools ?? []);
    checkTurnRequest(options, sandbox);
  } catch (error) {
    if (!(error instanceof DragomanError) || !ABOUT_THE_REQUEST.has(error.code)) throw error;
    throw refusal(error.code, inFieldsOf(error.message));
  }
}

/** Abilities that clients ask for under another name. */
const FIELDS: readonly (readonly [ability: string, field: string])[] = [
  ['`input`', '`accepts_input`'],
  ['`outputSchema`', '`output_schema`'],
  ['`reasoningEffort`', '`reasoning_effort`'],
];

function inFieldsOf(message: string): string {
  return FIELDS.reduce((words, [ability, field]) => words.replaceAll(ability, field), message);
}
