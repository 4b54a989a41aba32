import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from './agent-command.js';
import type { AgentReference } from './agent-reference.js';

/** No CLI starts a turn on nothing but white space; some wait for more, some end with an error. */
export function checkPrompt({ name }: AgentReference, { prompt }: TurnRequest): void {
  if (prompt.trim() !== '') return;
  throw new DragomanError('prompt_empty', `The prompt for ${name} is empty: say what it is to do.`);
}
