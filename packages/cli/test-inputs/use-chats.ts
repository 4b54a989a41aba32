import { ChatState } from '@dragoman/testkit';
import * as six from 'ai-v6';
import * as seven from 'ai-v7';

/** What a page does with a call: it answers, or leaves it for later. */
export type Answer = (city: unknown) => { output: unknown } | { errorText: string } | undefined;

export interface Page {
  /** Where it sends its messages. */
  readonly api: string;
  /** What it sends with them. */
  readonly body: object;
  readonly id: string;
  readonly answer?: Answer;
  readonly messages?: readonly unknown[];
}

/** The chat of `useChat`, in both versions, as a page has it. */
export const useChats = {
  'ai 6': ({ api, body, id, answer, messages = [] }: Page) => {
    class Chat extends six.AbstractChat<six.UIMessage> {}
    const state = new ChatState<six.UIMessage>();
    state.messages = [...messages] as six.UIMessage[];
    const chat: Chat = new Chat({
      id,
      state,
      transport: new six.DefaultChatTransport({ api, body }),
      sendAutomaticallyWhen: (options) =>
        six.lastAssistantMessageIsCompleteWithToolCalls(options) ||
        six.lastAssistantMessageIsCompleteWithApprovalResponses(options),
      onToolCall({ toolCall: { toolName: tool, toolCallId, input } }) {
        const given = answerTo(answer, input);
        if (given === undefined) return;
        void ('errorText' in given
          ? chat.addToolOutput({ tool, toolCallId, state: 'output-error', ...given })
          : chat.addToolOutput({ tool, toolCallId, ...given }));
      },
    });
    return chat;
  },
  'ai 7': ({ api, body, id, answer, messages = [] }: Page) => {
    class Chat extends seven.AbstractChat<seven.UIMessage> {}
    const state = new ChatState<seven.UIMessage>();
    state.messages = [...messages] as seven.UIMessage[];
    const chat: Chat = new Chat({
      id,
      state,
      transport: new seven.DefaultChatTransport({ api, body }),
      sendAutomaticallyWhen: (options) =>
        seven.lastAssistantMessageIsCompleteWithToolCalls(options) ||
        seven.lastAssistantMessageIsCompleteWithApprovalResponses(options),
      onToolCall({ toolCall: { toolName: tool, toolCallId, input } }) {
        const given = answerTo(answer, input);
        if (given === undefined) return;
        void ('errorText' in given
          ? chat.addToolOutput({ tool, toolCallId, state: 'output-error', ...given })
          : chat.addToolOutput({ tool, toolCallId, ...given }));
      },
    });
    return chat;
  },
};

function answerTo(answer: Answer | undefined, input: unknown) {
  return answer?.(input !== null && typeof input === 'object' && 'city' in input && input.city);
}

type Part = Readonly<Record<string, unknown>> & { readonly type: string };

export function partsOf(
  message: { readonly parts: readonly object[] } | undefined,
): readonly Part[] {
  return (message?.parts ?? []) as readonly Part[];
}

/** A message as its reader sees it: kinds of parts, with what became of calls. */
export function shape(
  message: { readonly parts: readonly object[] } | undefined,
): readonly string[] {
  return partsOf(message).map(({ type, state, text }) =>
    [type, type === 'text' ? text : type.includes('tool') ? state : ''].filter(Boolean).join(' '),
  );
}
