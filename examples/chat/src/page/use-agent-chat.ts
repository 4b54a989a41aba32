import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '../shared/chat-message.js';
import { chatTransport, stopChat, wordsOf } from './chat-transport.js';
import { type KeptChat, keepChat } from './kept-chat.js';
import { openQuestions, type Question } from './open-questions.js';
import { paintPage } from './paint-page.js';
import { type Ending, useEndings } from './use-endings.js';

export interface AgentChat {
  readonly messages: readonly ChatMessage[];
  readonly error: Error | undefined;
  /** `waiting`: the agent has asked something and waits for the person. */
  readonly state: 'idle' | 'starting' | 'working' | 'waiting';
  /** What the agent waits for. */
  readonly question: Question | undefined;
  /** How the turn of a message ended, where it wasn't as it should and something was said since. */
  ending(messageId: string): Ending | undefined;
  /** A message; where there is a question, its answer. */
  say(text: string): void;
  answer(question: Question, text: string): void;
  decline(question: Question): void;
  retry(): void;
  stop(): void;
}

const STATES = {
  submitted: 'starting',
  streaming: 'working',
  ready: 'idle',
  error: 'idle',
} as const;
/** React needn't draw each piece of a text. */
const DRAW_MS = 40;

/** A conversation whose other side is an agent that can use this page. */
export function useAgentChat({ id, messages: before }: KeptChat): AgentChat {
  const isStopped = useRef(false);
  /** Whoever has stopped the agent may say something at once, not when the stream has heard of it. */
  const [isIdle, setIdle] = useState(false);
  const stopped = useRef<Promise<unknown>>(Promise.resolve());
  const endings = useEndings();
  const chat = useChat<ChatMessage>({
    id,
    messages: before,
    // After a reload: the server has what was said meanwhile, and what is asked.
    resume: true,
    transport: chatTransport,
    experimental_throttle: DRAW_MS,
    // The page has answered all that the agent asked of it: the same turn goes on.
    sendAutomaticallyWhen: (state) =>
      !isStopped.current && lastAssistantMessageIsCompleteWithToolCalls(state),
    onToolCall({ toolCall }) {
      if (toolCall.dynamic === true || toolCall.toolName !== 'paint_page') return;
      const { input, toolCallId } = toolCall;
      paintPage(input.colour);
      // Not waited for: the call is part of the stream that this function holds up.
      void chat.addToolOutput({ tool: 'paint_page', toolCallId, output: { painted: input.name } });
    },
  });
  const { messages, status } = chat;
  const error = chat.error && new Error(wordsOf(chat.error), { cause: chat.error });
  useEffect(() => {
    if (messages.length > 0) keepChat({ id, messages });
  }, [id, messages]);
  const questions = openQuestions(messages);
  const lastId = messages.at(-1)?.id;
  const isWaiting = STATES[status] === 'idle' && questions.length > 0;

  /** What was stopped has to be so before anything begins: the server knows chats, not turns. */
  const begin = (action: () => unknown): void => {
    isStopped.current = false;
    setIdle(false);
    void stopped.current.then(action);
  };
  const answer = ({ toolCallId }: Question, text: string): void =>
    begin(() => chat.addToolOutput({ tool: 'ask_person', toolCallId, output: { answer: text } }));
  const refuse = ({ toolCallId }: Question, errorText: string): void =>
    void chat.addToolOutput({ tool: 'ask_person', toolCallId, state: 'output-error', errorText });

  return {
    messages,
    error,
    question: questions[0],
    ending: (messageId) => endings.of(messageId) ?? endingOf(messages, messageId),
    state: isIdle ? 'idle' : isWaiting ? 'waiting' : STATES[status],
    say(text) {
      if (!isIdle && questions[0] !== undefined) return answer(questions[0], text);
      if (error !== undefined) endings.note(lastId, { kind: 'failed', words: error.message });
      begin(() => chat.sendMessage({ text }));
    },
    answer,
    decline: (question) => refuse(question, 'The person would rather not answer.'),
    // An agent can't take back what it has done: it is asked again.
    retry: () => begin(() => chat.sendMessage({ text: lastWords(messages) })),
    stop() {
      isStopped.current = true;
      setIdle(true);
      for (const question of questions) refuse(question, 'The person stopped the turn.');
      void chat.stop();
      chat.setMessages(asStopped);
      stopped.current = stopChat(id);
    },
  };
}

/** Nobody reads on to hear how a turn ended that was stopped here. */
function asStopped(messages: readonly ChatMessage[]): ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return [...messages];
  const metadata = { dragoman: { ...last.metadata?.dragoman, status: 'canceled' } };
  return messages.with(-1, { ...last, metadata });
}

/** What a message says of how its turn ended. */
function endingOf(messages: readonly ChatMessage[], id: string): Ending | undefined {
  const { metadata } = messages.find((message) => message.id === id) ?? {};
  return metadata?.dragoman?.status === 'canceled' ? { kind: 'stopped' } : undefined;
}

function lastWords(messages: readonly ChatMessage[]): string {
  const parts = messages.findLast(({ role }) => role === 'user')?.parts ?? [];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
