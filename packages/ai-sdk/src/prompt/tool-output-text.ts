import type { PromptPart } from './conversation.js';

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
