import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider-v4';

/** A prompt of either specification. */
export type Prompt = LanguageModelV3Prompt | LanguageModelV4Prompt;

export type PromptMessage = Prompt[number];

type Content<Role extends PromptMessage['role']> = Extract<
  PromptMessage,
  { role: Role }
>['content'][number];

export type PromptPart = Content<'user'> | Content<'assistant'> | Content<'tool'>;

export type PromptFile = Extract<PromptPart, { type: 'file' }>;

/** A prompt by what the agent has to do with it. */
export interface Conversation {
  readonly instructions: readonly string[];
  /** What has been said before, the answers included. */
  readonly history: readonly PromptMessage[];
  /** What the user says now. */
  readonly now: readonly PromptMessage[];
}

/** Separates what is new in a prompt from what was before: it is what follows the last answer. */
export function readConversation(prompt: Prompt): Conversation {
  const messages: PromptMessage[] = [];
  const instructions: string[] = [];
  for (const message of prompt) {
    if (message.role === 'system') instructions.push(message.content);
    else messages.push(message);
  }
  const lastAnswer = messages.findLastIndex(({ role }) => role !== 'user');
  return {
    instructions,
    history: messages.slice(0, lastAnswer + 1),
    now: messages.slice(lastAnswer + 1),
  };
}

/** Whether somebody says something in words. */
export function hasWords(messages: readonly PromptMessage[]): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'user' && content.some((part) => part.type === 'text' && part.text.trim() !== ''),
  );
}
