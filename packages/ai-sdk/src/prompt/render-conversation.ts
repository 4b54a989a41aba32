import { DragomanError } from '@dragoman/protocol';
import { tagged, untagged } from '@dragoman/protocol/internal';
import type { TurnImage } from '../model/turn-source.js';
import type { Conversation, PromptMessage, PromptPart } from './conversation.js';
import { readPromptFile } from './prompt-file.js';

/** A prompt as an agent gets it. */
export interface RenderedPrompt {
  readonly text: string;
  readonly images: readonly TurnImage[];
}

/**
 * The prompt for an agent that knows nothing yet: the instructions and all that has been said, once,
 * and then what the user says now. A prompt that is one message of the user is that message, as it is.
 */
export function renderFresh({ instructions, history, now }: Conversation): RenderedPrompt {
  const images: TurnImage[] = [];
  const blocks = [
    ...(instructions.length > 0 ? [tagged('instructions', instructions.join('\n\n'))] : []),
    ...(history.length > 0 ? [renderHistory(history, images)] : []),
  ];
  return nonEmpty({ text: [...blocks, ...renderNow(now, images)].join('\n\n'), images });
}

/** The prompt for an agent that has the session: only what is new. */
export function renderResumed({ now }: Conversation): RenderedPrompt {
  const images: TurnImage[] = [];
  return nonEmpty({ text: renderNow(now, images).join('\n\n'), images });
}

function renderNow(now: readonly PromptMessage[], images: TurnImage[]): string[] {
  return now.flatMap((message) =>
    message.role === 'user'
      ? message.content.flatMap((part) => {
          if (part.type === 'text') return [part.text];
          const file = readPromptFile(part);
          if (file.kind === 'text') return [fileBlock(file.text, part.filename)];
          images.push(file.image);
          return [];
        })
      : [],
  );
}

function renderHistory(history: readonly PromptMessage[], images: TurnImage[]): string {
  const messages = history.flatMap((message) =>
    message.role === 'system'
      ? []
      : [`<${message.role}>\n${renderParts(message.content, images)}\n</${message.role}>`],
  );
  return `<conversation>\n${messages.join('\n')}\n</conversation>`;
}

function renderParts(parts: readonly PromptPart[], images: TurnImage[]): string {
  return parts.flatMap((part) => renderPart(part, images) ?? []).join('\n');
}

function renderPart(part: PromptPart, images: TurnImage[]): string | undefined {
  switch (part.type) {
    case 'text':
      return untagged(part.text);
    case 'reasoning':
      return part.text === '' ? undefined : tagged('reasoning', part.text);
    case 'file': {
      const file = readPromptFile(part);
      if (file.kind === 'text') return fileBlock(file.text, part.filename);
      images.push(file.image);
      return `[attached image ${images.length}]`;
    }
    case 'tool-call':
      return tagged('tool_call', JSON.stringify(part.input), callOf(part));
    case 'tool-result':
      return tagged('tool_result', toolOutputText(part.output), callOf(part));
    // What was asked of a person and how it was answered shows in the result of the call.
    case 'tool-approval-response':
    case 'custom':
    case 'reasoning-file':
      return undefined;
  }
}

function fileBlock(text: string, filename: string | undefined): string {
  return tagged('file', text, filename === undefined ? {} : { name: filename });
}

/** Calls may overlap: the id says which result belongs to which. */
function callOf({ toolCallId, toolName }: { toolCallId: string; toolName: string }) {
  return { id: toolCallId, name: toolName };
}

function nonEmpty(prompt: RenderedPrompt): RenderedPrompt {
  if (prompt.text.trim() !== '') return prompt;
  throw new DragomanError(
    'prompt_empty',
    'There is nothing new for the agent: the last message must be one of the user, with text.',
  );
}

export type ToolOutput = Extract<PromptPart, { type: 'tool-result' }>['output'];

/** What a tool gave back in an earlier turn, as text. */
export function toolOutputText(output: ToolOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return `Denied: ${output.reason ?? 'no reason was given'}`;
    case 'content':
      return output.value
        .map((part) => (part.type === 'text' ? part.text : `[${part.type}]`))
        .join('\n');
  }
}
