import type { StartTurnBody } from '@dragoman/protocol/http';
import { tagged } from '@dragoman/protocol/internal';
import { refusal } from '../errors/refusal.js';

/** What was said in a conversation, as the client has it. */
export interface Said {
  readonly instructions: readonly string[];
  /** What was said before. An agent that has the session knows it. */
  readonly history: readonly SaidMessage[];
  /** What the user says now. */
  readonly now: readonly string[];
  readonly images: NonNullable<StartTurnBody['images']>;
}

export interface SaidMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** The prompt for an agent that knows nothing yet: all that has been said, and what is said now. */
export function renderFresh({ instructions, history, now }: Said): string {
  const said = history
    .filter(({ text }) => text !== '')
    .map(({ role, text }) => tagged(role, text));
  return nonEmpty([
    ...instructionsBlock(instructions),
    ...(said.length > 0 ? [`<conversation>\n${said.join('\n')}\n</conversation>`] : []),
    ...now,
  ]);
}

/**
 * The prompt for an agent that has the session: what the user says now, and what the agent is to keep to
 * and to know of its surroundings, which may have changed. Without words of the user there is nothing new.
 */
export function renderResumed({ instructions, now }: Pick<Said, 'instructions' | 'now'>): string {
  return [...instructionsBlock(instructions), nonEmpty(now)].join('\n\n');
}

/** What the agent is to keep to in one turn, and what the user says in it. */
export function renderInstructed({
  instructions,
  now,
}: Pick<Said, 'instructions' | 'now'>): string {
  return nonEmpty([...instructionsBlock(instructions), ...now]);
}

function instructionsBlock(instructions: readonly string[]): string[] {
  return instructions.length > 0 ? [tagged('instructions', instructions.join('\n\n'))] : [];
}

function nonEmpty(blocks: readonly string[]): string {
  const text = blocks.join('\n\n');
  if (text.trim() !== '') return text;
  throw refusal(
    'prompt_empty',
    'There is nothing new for the agent: the last message must be one of the user, with text.',
  );
}
