import { useRef } from 'react';
import { createPageTools, type PageTools, type PageToolsOptions } from '../tools/page-tools.js';
import { useLatest } from './use-latest.js';

/** A call of a tool, as `onToolCall` of the AI SDK gets it. */
export interface PageToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  /** A tool that the page did not define: it is executed elsewhere. */
  readonly dynamic?: boolean | undefined;
}

/** A call, and how `useChat` takes its answer. */
export interface AnsweredCall {
  readonly toolCall: PageToolCall;
  /** That of `useChat`. */
  readonly addToolOutput: AddToolOutput;
}

/** As versions 6 and 7 of the AI SDK have it, whatever the types of its tools. */
// biome-ignore lint/suspicious/noExplicitAny: the names and the outputs of its tools are the app's.
type AddToolOutput = (answer: any) => unknown;

/**
 * A handler for `onToolCall` of `useChat`: answers calls of `getFormSnapshot`, `executeFormActions` and of the
 * functions in `tools`, and leaves all others alone. Give it `addToolOutput` with each call.
 *
 * @example
 * const answer = useBrowserToolHandler();
 * const { messages, addToolOutput } = useChat({
 *   onToolCall: ({ toolCall }) => answer({ toolCall, addToolOutput }),
 * });
 */
export function useBrowserToolHandler(
  options: PageToolsOptions = {},
): (call: AnsweredCall) => void {
  const now = useLatest(options);
  const handler = useRef<(call: AnsweredCall) => void>(undefined);
  handler.current ??= createHandler(createPageTools(now));
  return handler.current;
}

function createHandler(tools: PageTools): (call: AnsweredCall) => void {
  return ({ toolCall, addToolOutput }) => {
    const { toolName: tool, toolCallId, input, dynamic } = toolCall;
    if (dynamic === true || !tools.has(tool)) return;
    // Never awaited, here or there: the chat takes an answer only when the response that asks has ended.
    void tools.call(tool, input).then(
      (output) => addToolOutput({ tool, toolCallId, output: output ?? null }),
      (error: unknown) => {
        const errorText = error instanceof Error ? error.message : String(error);
        addToolOutput({ state: 'output-error', tool, toolCallId, errorText });
      },
    );
  };
}
