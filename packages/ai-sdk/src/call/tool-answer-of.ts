import type { ToolAnswer } from '@dragoman/runtime';
import { type ToolOutput, toolOutputText } from '../prompt/tool-output-text.js';

/** What a tool of the caller gave, as an answer to the agent. */
export function toolAnswerOf(output: ToolOutput): ToolAnswer {
  switch (output.type) {
    case 'json':
    case 'text':
      return { output: output.value };
    case 'content':
      return { output: toolOutputText(output) };
    case 'error-text':
    case 'error-json':
      return { error: toolOutputText(output) };
    case 'execution-denied': {
      const { reason } = output;
      const words = 'The user denied this call';
      return { error: reason === undefined ? `${words}.` : `${words}: ${reason}` };
    }
  }
}
